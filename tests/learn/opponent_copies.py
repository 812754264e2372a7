"""Self-play against copies of the network itself."""

from teahorse.learn.network import Network
from teahorse.learn.pool import Pool
from teahorse.learn.recipe import Recipe
from teahorse.learn.self_play import SelfPlay


def against_copies(recipe: Recipe, network: Network) -> SelfPlay:
    pool = Pool(network, recipe.pool_groups, recipe.pool_size, seed=1)
    pool.add(0.0, network)
    pool.draw()
    return SelfPlay(recipe, network, pool.opponents, "cpu", seed=5)

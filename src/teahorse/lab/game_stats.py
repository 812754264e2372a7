"""The statistics of one game: small arrays by person and round, so that ten thousand games fit in memory."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..rules import names

Counts = npt.NDArray[np.int16]

BANK = "bank"
ACTS = (*names.BUILDING, BANK)  # what a person can do while bidding
STANDINGS = (
    "vp",
    "coins",
    "income",  # of the round before
    "order",  # the place in the blue order
    "traders",
    "passes",
    "influence",
    "horse",
    "structures",
    "presents",
)


@dataclass(frozen=True)
class GameStats:
    """A finished game as numbers. Persons are numbered from 0 in the order of the seats, rounds from 0."""

    bots: list[str]  # of each person
    ranking: list[int]  # the persons, the winner first
    totals: Counts  # victory points, by person
    points: Counts  # by person and source
    reason: str
    acts: Counts  # how often, by person, round and ACTS
    prices: Counts  # paid in all, by person, round and building
    standings: Counts  # as the round began, by person, round and STANDINGS
    converted: Counts  # by person and round: income turned into VP, and taken as coins
    farthest: list[int]  # the farthest place that the person reached; Pu'er is 0

    @property
    def rounds(self) -> int:
        """How many rounds it took."""
        return int(self.acts.shape[1])

    @property
    def winner(self) -> int:
        """The person who won."""
        return self.ranking[0]

    @property
    def margin(self) -> int:
        """The victory points by which the first was ahead of the second."""
        return int(self.totals[self.ranking[0]] - self.totals[self.ranking[1]])

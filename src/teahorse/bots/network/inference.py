"""The network in compiled code.

Every sum is added up in the same order, without shortcuts of floating-point arithmetic, so all machines get the same
numbers. Most inputs of a layer are 0, and those are skipped.
"""

from typing import Any, NamedTuple

from ...observation.fields import POSITION_SIZE
from ...observation.position import observe
from ...rules.jit import compiled, entry
from ...rules.moves import MOVES
from ...rules.state import MAX_PLAYERS


class Layers(NamedTuple):
    """The weights, with a row for each input of a layer."""

    position: Any  # (POSITION_SIZE, width)
    blocks: Any  # (blocks, 2, width, width)
    block_biases: Any  # (blocks, 2, width)
    moves: Any  # (width, MOVES)
    moves_bias: Any
    facts: Any  # (width, FACTS_SIZE)
    facts_bias: Any


class Scratch(NamedTuple):
    """Space for one evaluation."""

    row: Any  # the observation
    hidden: Any
    inner: Any
    outer: Any


@compiled
def copy(source, target):
    """Copy numbers."""
    for number in range(len(target)):
        target[number] = source[number]


@compiled
def add_layer(inputs, weights, outputs):
    """Add the product of a layer's inputs and weights to its outputs."""
    for number in range(len(inputs)):
        value = inputs[number]
        if value != 0:
            weight = weights[number]
            for output in range(len(outputs)):
                outputs[output] += value * weight[output]


@compiled
def rectify(values):
    """Replace negative values with 0."""
    for number in range(len(values)):
        if values[number] < 0:
            values[number] = 0


@compiled
def evaluate_row(layers, base, scratch, logits, facts):
    """Evaluate the observation in `scratch.row`; `base` is what rules, temper and bias add to the first layer."""
    hidden, inner, outer = scratch.hidden, scratch.inner, scratch.outer
    copy(base, hidden)
    add_layer(scratch.row, layers.position, hidden)
    rectify(hidden)
    for block in range(len(layers.blocks)):
        copy(layers.block_biases[block, 0], inner)
        add_layer(hidden, layers.blocks[block, 0], inner)
        rectify(inner)
        copy(layers.block_biases[block, 1], outer)
        add_layer(inner, layers.blocks[block, 1], outer)
        for number in range(len(hidden)):
            hidden[number] = max(hidden[number] + outer[number], 0)
    copy(layers.moves_bias, logits)
    add_layer(hidden, layers.moves, logits)
    copy(layers.facts_bias, facts)
    add_layer(hidden, layers.facts, facts)


@entry
def evaluate_positions(positions, rules, layers, base, scratch, logits, facts):
    """Evaluate positions, each for the player who decides in it."""
    for number in range(len(positions)):
        g = positions[number]
        observe(g, rules[0], g.blue[g.turn], scratch.row)
        evaluate_row(layers, base, scratch, logits[number], facts[number])


assert POSITION_SIZE > MOVES > MAX_PLAYERS

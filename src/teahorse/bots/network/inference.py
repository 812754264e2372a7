"""The network in compiled code.

Every sum is added up in the same order, without shortcuts of floating-point arithmetic, so all machines get the same
numbers, however many positions are evaluated together. Most inputs of a layer are 0, and those are skipped.
"""

from typing import Any, NamedTuple

import numpy as np

from ...observation.fields import POSITION_SIZE
from ...observation.position import observe
from ...rules.jit import compiled, entry
from ...rules.moves import MOVES
from ...rules.state import MAX_PLAYERS
from .shape import FACTS_SIZE

BLOCK = 128  # inputs whose weights stay in the cache while all positions of a batch use them


class Layers(NamedTuple):
    """The weights, with a row for each input of a layer."""

    position: Any  # (POSITION_SIZE, width)
    blocks: Any  # (blocks, 2, width, width)
    block_biases: Any  # (blocks, 2, width)
    moves: Any  # (width, MOVES)
    moves_bias: Any
    facts: Any  # (width, FACTS_SIZE)
    facts_bias: Any


class Batch(NamedTuple):
    """Space for positions that are evaluated together, a row each."""

    rows: Any  # the observations
    hidden: Any
    inner: Any
    outer: Any
    logits: Any
    facts: Any


def new_batch(size: int, width: int) -> Batch:
    """Space for `size` positions."""
    widths = (POSITION_SIZE, width, width, width, MOVES, FACTS_SIZE)
    return Batch(*(np.zeros((size, each), np.float32) for each in widths))


@compiled
def copy(source, target):
    """Copy numbers."""
    for number in range(len(target)):
        target[number] = source[number]


@compiled
def rectify(values):
    """Replace negative values with 0."""
    for number in range(len(values)):
        if values[number] < 0:
            values[number] = 0


@compiled
def add_one(value, weights, outputs):
    """Add an input's part to the outputs."""
    for output in range(len(outputs)):
        outputs[output] += value * weights[output]


@compiled
def add_four(inputs, weights, a, b, c, d, outputs):
    """Add the parts of four inputs, one after the other; an output is read and written once for all of them."""
    of_a, of_b, of_c, of_d = weights[a], weights[b], weights[c], weights[d]
    for output in range(len(outputs)):
        total = outputs[output]
        total += inputs[a] * of_a[output]
        total += inputs[b] * of_b[output]
        total += inputs[c] * of_c[output]
        total += inputs[d] * of_d[output]
        outputs[output] = total


@compiled
def add_inputs(inputs, weights, first, last, outputs):
    """Add the parts of some inputs to the outputs, in their order."""
    found, a, b, c = 0, 0, 0, 0
    for number in range(first, last):
        if inputs[number] == 0:
            continue
        if found == 0:
            a = number
        elif found == 1:
            b = number
        elif found == 2:
            c = number
        else:
            add_four(inputs, weights, a, b, c, number, outputs)
        found = (found + 1) & 3
    if found > 0:
        add_one(inputs[a], weights[a], outputs)
    if found > 1:
        add_one(inputs[b], weights[b], outputs)
    if found > 2:
        add_one(inputs[c], weights[c], outputs)


@compiled
def add_layer(inputs, weights, begin, end, outputs):
    """Add the products of a layer's inputs and weights to its outputs, for the rows from `begin` to `end`."""
    size = len(weights)
    for first in range(0, size, BLOCK):
        for row in range(begin, end):
            add_inputs(inputs[row], weights, first, min(size, first + BLOCK), outputs[row])


@compiled
def evaluate_rows(layers, bases, batch, begin, end):
    """Evaluate the observations from `begin` to `end`.

    `bases` has what rules, temper and bias add to the first layer, a row for each position.
    """
    hidden, inner, outer = batch.hidden, batch.inner, batch.outer
    for row in range(begin, end):
        copy(bases[row], hidden[row])
    add_layer(batch.rows, layers.position, begin, end, hidden)
    for row in range(begin, end):
        rectify(hidden[row])
    for block in range(len(layers.blocks)):
        for row in range(begin, end):
            copy(layers.block_biases[block, 0], inner[row])
        add_layer(hidden, layers.blocks[block, 0], begin, end, inner)
        for row in range(begin, end):
            rectify(inner[row])
            copy(layers.block_biases[block, 1], outer[row])
        add_layer(inner, layers.blocks[block, 1], begin, end, outer)
        for row in range(begin, end):
            for number in range(len(hidden[row])):
                hidden[row, number] = max(hidden[row, number] + outer[row, number], 0)
    for row in range(begin, end):
        copy(layers.moves_bias, batch.logits[row])
        copy(layers.facts_bias, batch.facts[row])
    add_layer(hidden, layers.moves, begin, end, batch.logits)
    add_layer(hidden, layers.facts, begin, end, batch.facts)


@entry
def observe_positions(positions, rules, rows):
    """Write what the player who decides sees in each position, a row each."""
    for number in range(len(positions)):
        g = positions[number]
        observe(g, rules[0], g.blue[g.turn], rows[number])


@entry
def evaluate_positions(positions, rules, layers, bases, batch):
    """Evaluate positions, each for the player who decides in it."""
    observe_positions(positions, rules, batch.rows)
    evaluate_rows(layers, bases, batch, 0, len(positions))


assert POSITION_SIZE > MOVES > MAX_PLAYERS

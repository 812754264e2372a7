"""The compiled part of the bots: evaluation, proposals, greedy and search, over arrays."""

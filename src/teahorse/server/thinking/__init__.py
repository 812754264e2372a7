"""Thinking for tables: bots, hints and reviews, in worker processes."""

"""Environments for learners: vectors of games, PettingZoo, OpenSpiel, Gymnasium."""

"""The game: one file per part of the rulebook, nothing but NumPy and Numba.

`engine` has the three calls for Python: `setup`, `judge`, `apply`.
"""

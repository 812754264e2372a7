"""The game: one file per part of the rulebook, nothing but NumPy and Numba.

`play` has the three calls all else uses: `setup`, `judge`, `apply`.
"""

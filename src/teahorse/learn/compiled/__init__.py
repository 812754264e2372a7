"""The part of training that Numba compiles."""

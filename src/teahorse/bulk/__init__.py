"""Many games at once: on all CPU cores, or on a CUDA GPU with one thread per game."""

from .simulate import Simulation, simulate

__all__ = ["Simulation", "simulate"]

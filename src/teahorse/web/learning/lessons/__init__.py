"""Lessons: games with a script, which a learner acts out at a real table and then plays on alone."""

from .lesson import Lesson, Step, lesson_named, names
from .panel import ShownStep, lesson_step
from .table import NotInThisLesson, referee, scripted_move, wish_for

__all__ = [
    "Lesson",
    "NotInThisLesson",
    "ShownStep",
    "Step",
    "lesson_named",
    "lesson_step",
    "names",
    "referee",
    "scripted_move",
    "wish_for",
]

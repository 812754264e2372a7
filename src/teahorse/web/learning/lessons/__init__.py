"""Lessons: scripted games at a real table. After the script the learner plays on alone."""

from .lesson import Lesson, Step, lesson_named, names
from .lesson_table import NotInThisLesson, check_lesson_move, lesson_config, scripted_move
from .panel import ShownStep, lesson_step

__all__ = [
    "Lesson",
    "NotInThisLesson",
    "ShownStep",
    "Step",
    "check_lesson_move",
    "lesson_config",
    "lesson_named",
    "lesson_step",
    "names",
    "scripted_move",
]

"""A lesson: the script of a game, and explanations of the learner's moves."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ....errors import TeahorseError
from ....server.history.history import GameHistory, moves_of
from ....text.toml_messages import paragraphs

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Step:
    """One step of a lesson: a move and its explanation. The last step, a farewell, has no move."""

    number: int  # from 1
    move: str | None
    title: str
    paragraphs: tuple[str, ...]  # with placeholders for numbers of the position
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    """One lesson: the people at its table, and every move of its script."""

    name: str
    title: str
    edition: str
    people: tuple[str, ...]  # by their names, p1 first
    learner: str
    script: tuple[str, ...]
    steps: dict[int, Step]  # by the number of moves before them

    @property
    def length(self) -> int:
        """How many moves the learner makes."""
        return sum(step.move is not None for step in self.steps.values())

    def step_for(self, history: GameHistory) -> Step | None:
        """The learner's current step; None while others move, and after the script."""
        return self.steps.get(len(history.steps)) if self._follows(history) else None

    def next_move(self, history: GameHistory) -> str | None:
        """The next move of the script; None when it is over."""
        made = len(history.steps)
        return self.script[made] if made < len(self.script) and self._follows(history) else None

    def last_step(self, history: GameHistory) -> Step:
        """The current or latest step."""
        return self.steps[max((made for made in self.steps if made <= len(history.steps)), default=min(self.steps))]

    def first_mention(self, placeholder: str) -> Step | None:
        """The first step whose text contains a placeholder."""
        return next(
            (step for step in self.steps.values() if any(placeholder in text for text in step.paragraphs)), None
        )

    def _follows(self, history: GameHistory) -> bool:
        return tuple(moves_of(history.steps)) == self.script[: len(history.steps)]


@cache
def lesson_named(name: str) -> Lesson:
    """A lesson by its name."""
    if name not in names():
        raise TeahorseError(f"There is no lesson {name!r}; there is {', '.join(names())}.")
    data = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    script: list[str] = []
    steps: dict[int, Step] = {}
    for number, step in enumerate([*data["steps"], data["farewell"]], 1):
        script += step["others"]
        steps[len(script)] = _step(number, step)
        script += [step["move"]] if "move" in step else []
    people = tuple(data["names"])
    return Lesson(name, data["title"], data["edition"], people, data["learner"], tuple(script), steps)


def _step(number: int, data: dict[str, Any]) -> Step:
    return Step(number, data.get("move"), data["title"], paragraphs(data["text"]), tuple(data["rules"]))


@cache
def names() -> tuple[str, ...]:
    """The names of all lessons."""
    return tuple(sorted(path.stem for path in HERE.glob("*.toml")))

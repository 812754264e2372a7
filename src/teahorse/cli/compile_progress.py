"""Waiting for what is compiled in the background, with a line that shows the progress."""

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from ..background_compilation import Compilation
from .console import note

SECONDS_BETWEEN_LOOKS = 0.2


def wait_for(compilation: Compilation, room: str, sentence: str) -> None:
    """Wait until a room is compiled; a terminal shows how far it is, other output gets the sentence."""
    if compilation.is_ready(room):
        return
    target = Console(stderr=True)
    if not target.is_terminal:
        note(sentence)
        compilation.wait_for(room)
        return
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=target, transient=True) as shown:
        task = shown.add_task(sentence, total=1.0)
        while not compilation.wait_for(room, SECONDS_BETWEEN_LOOKS):
            shown.update(task, completed=compilation.progress(room))

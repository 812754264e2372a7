"""Wait for the compilation in the background, with a progress bar."""

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from ..background_compilation import Compilation
from .console import note

SECONDS_BETWEEN_LOOKS = 0.2


def wait_for(compilation: Compilation, target: str, sentence: str) -> None:
    """Wait until a target is compiled; a terminal shows a progress bar, other output gets the sentence."""
    if compilation.is_ready(target):
        return
    console = Console(stderr=True)
    if not console.is_terminal:
        note(sentence)
        compilation.wait_for(target)
        return
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task(sentence, total=1.0)
        while not compilation.wait_for(target, SECONDS_BETWEEN_LOOKS):
            shown.update(task, completed=compilation.progress(target))

"""A disk of a few megabytes: a file system in memory that is mounted for a test. That needs rights to mount."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fault_server import FaultServer


class NoMounting(Exception):
    """This user may not mount file systems."""


class SmallDisk:
    """A mounted disk that can be filled up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self, server: FaultServer) -> None:
        """Take all the space that is left."""
        with self._ballast.open("ab", buffering=0) as file:
            for size in (1_000_000, 4096, 1):
                try:
                    while True:
                        file.write(b"#" * size)
                except OSError:
                    continue

    def make_room(self, server: FaultServer) -> None:
        """Give it back."""
        self._ballast.unlink()


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """Mount a disk at a folder. Raises `NoMounting`."""
    folder.mkdir(mode=0o755)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoMounting from error
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def may_mount() -> bool:
    """Whether this user may mount file systems."""
    with tempfile.TemporaryDirectory() as parent:
        try:
            with small_disk(Path(parent) / "d", 1):
                return True
        except NoMounting:
            return False

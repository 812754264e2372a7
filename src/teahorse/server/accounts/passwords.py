"""Hashes and checks passwords with argon2, in threads of their own: one hash takes 64 MB and about 50 ms."""

import asyncio
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from .errors import CommonPassword, LongPassword, ShortPassword, TooBusy

AT_ONCE = 2  # hashes being computed
MOST_WAITING = 40
LEAST_LENGTH, MOST_LENGTH = 8, 200  # characters
COMMON = frozenset((Path(__file__).parent / "common_passwords.txt").read_text(encoding="utf-8").split())

T = TypeVar("T")


class Passwords:
    """Computes hashes. More than a few at once would take the memory and the cores that games need."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._waiting = 0
        self._decoy = _decoy(self._hasher)

    async def hash(self, password: str) -> str:
        """The hash of a password, with a salt."""
        return await self._run(lambda: self._hasher.hash(normalized(password)))

    async def is_correct(self, password: str, hashed: str | None) -> bool:
        """Whether a password has this hash. Without a hash the same work is done, and the answer is no."""

        def verify() -> bool:
            try:
                return self._hasher.verify(hashed or self._decoy, normalized(password)) and hashed is not None
            except VerificationError:
                return False

        return await self._run(verify)

    def is_outdated(self, hashed: str) -> bool:
        """Whether a hash was made with other costs than today's."""
        return self._hasher.check_needs_rehash(hashed)

    async def stop(self) -> None:
        """End the threads."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooBusy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _decoy(hasher: PasswordHasher) -> str:
    """A hash that no password has. Checking it takes the same work as a real one."""
    salt, hashed = (b64encode(bytes(length)).decode().rstrip("=") for length in (hasher.salt_len, hasher.hash_len))
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${costs}${salt}${hashed}"


def normalized(password: str) -> str:
    """The password in one Unicode form, whatever keyboard typed it. It is cut, so that a long one takes no longer."""
    return unicodedata.normalize("NFKC", password[: MOST_LENGTH + 1])


def check_new_password(password: str, name: str) -> None:
    """Raise an error for a password that is too short, too long, or guessed at once."""
    if len(password) < LEAST_LENGTH:
        raise ShortPassword(n=LEAST_LENGTH)
    if len(password) > MOST_LENGTH:
        raise LongPassword(n=MOST_LENGTH)
    plain = normalized(password).casefold()
    if plain in COMMON or plain == name.casefold() or len(set(plain)) == 1:
        raise CommonPassword

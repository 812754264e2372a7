"""Host names of the server. Requests for other names are refused.

Another site could point its own name to this machine and then read our pages as its own (DNS rebinding). That doesn't
work with IP addresses, so they are always accepted, and playing in a local network stays easy.
"""

import ipaddress
import re
import socket
from collections.abc import Collection, Iterable
from functools import cache, lru_cache

ANY_NAME = "*"
LOCAL = "localhost"
MULTICAST_DNS = ".local"
_HOST = re.compile(r"(?:\[(?P<ipv6>[0-9A-Fa-f:.]+)\]|(?P<name>[^\[\]:/@?#\\\s]+))(?::\d{1,5})?")


def host_of(header: str) -> str | None:
    """The host in a `Host` header, without its port; None if there is none."""
    found = _HOST.fullmatch(header.strip())
    return (found["ipv6"] or found["name"]).rstrip(".").lower() if found else None


def is_accepted(host: str, names: Collection[str]) -> bool:
    """Whether the server answers to this host: an IP address, this machine's own names, or one of `names`."""
    if host == LOCAL or host.endswith(f".{LOCAL}") or is_address(host):
        return True
    return ANY_NAME in names or host in names or host in _names_of_this_machine()


def public_origin(scheme: str, header: str, names: Collection[str]) -> str:
    """The origin for links in messages. A sender of requests can write any IP address into the `Host` header.

    So if the server has names, the origin is one of them, whatever the header says.
    """
    known = [name for name in normalized_in_order(names) if name != ANY_NAME and not is_address(name) and name != LOCAL]
    return f"{scheme}://{header}" if not known or host_of(header) in known else f"{scheme}://{known[0]}"


@lru_cache(100)
def is_address(host: str) -> bool:
    """Whether a host is an IP address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server on this host."""
    return host == LOCAL or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def normalized(names: Iterable[str]) -> frozenset[str]:
    """Names in the form that `host_of` returns."""
    return frozenset(normalized_in_order(names))


def normalized_in_order(names: Iterable[str]) -> list[str]:
    """The same as a list."""
    return [name.strip().rstrip(".").lower() for name in names]


@cache
def _names_of_this_machine() -> frozenset[str]:
    """The machine's host name, with and without `.local`."""
    name = socket.gethostname().lower()
    return frozenset({name, name.partition(".")[0] + MULTICAST_DNS})

"""Sends requests to addresses that people entered: https to public addresses only.

Without this check a person could make the server send requests to itself or into its own network. The check is made
for the address that is then connected to, so a name that changes its address in between doesn't get around it.
Redirects are not followed.
"""

import ipaddress
import socket
import ssl
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

import httpcore

from ...errors import N_, TeahorseError

SECONDS = 10.0  # to connect, to write and to read
LONGEST_ADDRESS = 2000
HTTPS_PORT = 443
NOT_HTTPS = N_("Enter an address that begins with https://.")
NOT_PUBLIC = N_("This address is not in the public internet, so nothing is sent there.")


class AddressNotAllowed(TeahorseError):
    """The server sends nothing to this address."""


class SafeHttp:
    """Sends POST requests. `allow_private` also allows http and private addresses; it is for tests."""

    def __init__(self, allow_private: bool = False) -> None:
        self._allow_private = allow_private
        self._backend = httpcore.SyncBackend() if allow_private else PublicBackend()

    def check(self, address: str) -> None:
        """Check an address that a person entered. Raises `AddressNotAllowed`."""
        try:
            parts = urlsplit(address)
            host, port = parts.hostname, parts.port
        except ValueError:
            raise AddressNotAllowed(NOT_HTTPS) from None
        schemes = ("https", "http") if self._allow_private else ("https",)
        if parts.scheme not in schemes or not host or len(address) > LONGEST_ADDRESS or not address.isprintable():
            raise AddressNotAllowed(NOT_HTTPS)
        if self._allow_private:
            return
        if port not in (None, HTTPS_PORT) or parts.username is not None or _is_private_literal(host):
            raise AddressNotAllowed(NOT_PUBLIC)

    def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send a POST request and return the status. Raises `AddressNotAllowed`, or `OSError` if no answer came."""
        self.check(address)
        limits = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), SECONDS)}
        try:
            with (
                httpcore.ConnectionPool(network_backend=self._backend, ssl_context=_tls()) as pool,
                pool.stream("POST", address, headers=list(headers.items()), content=body, extensions=limits) as answer,
            ):
                return int(answer.status)
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as error:
            raise OSError(f"no answer: {type(error).__name__}") from error


class PublicBackend(httpcore.SyncBackend):
    """Connects to public addresses only. The name is resolved here, and the checked address is the one used."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to a host, if all its addresses are public."""
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(str(error)) from error
        addresses = [str(each[4][0]) for each in found]
        if not addresses or not all(is_public(address) for address in addresses):
            raise AddressNotAllowed(NOT_PUBLIC)
        return super().connect_tcp(addresses[0], port, timeout, local_address, socket_options)


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet. One that carries another inside counts as private."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        carries_another = found.ipv4_mapped or found.sixtofour or found.teredo or found in _NAT64
        return found.is_global and not found.is_multicast and not carries_another
    return found.is_global and not found.is_multicast


_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def _is_private_literal(host: str) -> bool:
    """Whether a host is written as an IP address that is not public; names are checked when connecting."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost") or "." not in host
    return not is_public(host)


def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()

"""Network addresses: as limits count them, and those of trusted proxies."""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

from ...errors import TeahorseError

IPV6_PREFIX_BITS = 64  # one host can use all addresses below this prefix

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@lru_cache(10_000)
def client_network(host: str) -> str:
    """The address that limits count: for IPv6 the /64 network, since one host can use all addresses in it."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_PREFIX_BITS), strict=False))


def networks_of(addresses: Iterable[str]) -> list[Network]:
    """Addresses and networks (10.0.0.0/8), read. Raises a `TeahorseError` for anything else."""
    try:
        return [ipaddress.ip_network(address, strict=False) for address in addresses]
    except ValueError as error:
        raise TeahorseError(f"A trusted proxy is an IP address or a network such as 10.0.0.0/8: {error}.") from None


def is_in(host: str, networks: Iterable[Network]) -> bool:
    """Whether an address belongs to one of these networks."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return any(address in network for network in networks)

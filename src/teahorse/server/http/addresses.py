"""Network addresses, as limits count them."""

import ipaddress

IPV6_PREFIX_BITS = 64  # one host can use all addresses below this prefix


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

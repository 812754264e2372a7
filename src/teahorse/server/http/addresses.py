"""Network addresses of clients, as limits count them."""

import ipaddress

IPV6_PREFIX_BITS = 64  # bits: an IPv6 host has as many addresses as it likes, its network has these in common


def client_network(host: str) -> str:
    """The address that is counted: of IPv6 the network, as a host can use all of its addresses."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_PREFIX_BITS), strict=False))

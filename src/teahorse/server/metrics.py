"""Metrics for Prometheus: requests, rows, streams, waiting work. They have an address of their own.

Labels never hold an address of a page: routes are counted by their template, such as `/t/{table_id}`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from ..errors import TeahorseError

SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)  # the buckets of a request's time


class Metrics:
    """The metrics of a process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self.requests = Counter(
            "teahorse_requests", "Answered requests", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "teahorse_request_seconds", "Time to answer", ["route"], buckets=SECONDS, registry=self.registry
        )
        self.news = Counter("teahorse_table_news", "Rows and events that were added here", registry=self.registry)

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Measure a value whenever someone asks."""
        Gauge(name, text, registry=self.registry).set_function(value)

    def watch_each(self, name: str, text: str, label: str, values: Callable[[], Mapping[str, float]]) -> None:
        """Measure several values of one kind whenever someone asks."""
        self.registry.register(_Each(name, text, label, values))

    def serve(self, address: str) -> Callable[[], None]:
        """Answer at ADDRESS:PORT, in a thread. Returns a function that ends this."""
        host, _, port = address.rpartition(":")
        if not host or not port.isdecimal():
            raise TeahorseError(f"Metrics need an address and a port, such as 127.0.0.1:9013, not {address}.")
        try:
            server, thread = start_http_server(int(port), host.strip("[]"), self.registry)
        except OSError as error:
            raise TeahorseError(f"Metrics can't be served at {address}: {error.strerror}.") from None

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return stop


class _Each(Collector):
    def __init__(self, name: str, text: str, label: str, values: Callable[[], Mapping[str, float]]) -> None:
        self._name, self._text, self._label, self._values = name, text, label, values

    def collect(self) -> Iterable[Any]:
        """The values now; none if they can't be read."""
        family = GaugeMetricFamily(self._name, self._text, labels=[self._label])
        try:
            values = self._values()
        except TeahorseError:  # the database is gone
            values = {}
        for label, value in values.items():
            family.add_metric([label], value)
        return [family]

    def describe(self) -> Iterable[Any]:
        """Nothing is asked when it is registered."""
        return []

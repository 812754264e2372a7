"""The metrics of bots, hints and reviews."""

from ..metrics import Metrics
from ..storage.database import Database
from .thinking import Thinking


def watch_thinking(metrics: Metrics, storage: Database, thinking: Thinking) -> None:
    """Measure how much work waits: for the worker processes here, and in the queue that all machines share."""
    workers = thinking.workers
    if workers is not None:
        metrics.watch("teahorse_work", "Pieces of work that wait or run in this process", lambda: workers.load)
    if storage.is_shared:
        metrics.watch_each("teahorse_jobs_waiting", "Jobs in the queue", "queue", storage.thinking_results.waiting_jobs)

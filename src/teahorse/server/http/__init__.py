"""HTTP below pages and API: connections, host names, limits, the log."""

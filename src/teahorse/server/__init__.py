"""Tables on a server, without HTML or language: seats, storage, history, bots, live updates, JSON API."""

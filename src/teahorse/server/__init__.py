"""Tables on a server, without HTML or language: seats, storage, history, bots at work, JSON API."""

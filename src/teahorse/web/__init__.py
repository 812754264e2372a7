"""The browser game: tables, their storage, and the pages. docs/web.md tells how it fits together."""

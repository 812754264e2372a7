"""The pages of the browser game: presenters, drawing, templates, static files. docs/web.md describes them."""

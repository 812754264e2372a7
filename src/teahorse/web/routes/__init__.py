"""The addresses of the pages, one file per subject."""

"""`python -m teahorse`."""

from .cli import main

main()

"""The version of the rules' code, written into every record and stored with every table."""

RULES_VERSION = 1
"""Rises when a change makes the rules judge or apply some move of an older game differently."""

"""Bots at the tables: processes that think, who lets them move, and reviews."""

"""Lets every test import `positions` and `citing`: pytest puts the folder of a conftest on the path."""

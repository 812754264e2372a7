"""The compiled part of the environments; the rest of `envs` is plain Python that calls it."""

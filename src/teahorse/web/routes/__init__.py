"""What the server answers, a file per subject."""

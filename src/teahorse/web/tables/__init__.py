"""Tables: who sits there, what is played, and how it is kept."""

"""Tables: who sits there, what is played, who may move."""

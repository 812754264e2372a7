"""What a person sees of a position: questions, offers, what lies ahead, the log. Data only, no HTML."""

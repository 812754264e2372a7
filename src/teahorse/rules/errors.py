"""Bad input of any kind: always one clear sentence, with what would be right."""


class TeahorseError(ValueError):
    """Something given to teahorse is not right; the message is for people."""


class SwitchError(TeahorseError):
    """A switch or its value is unknown, or the number of people is."""


class BoardError(TeahorseError):
    """A board of one's own does not make sense."""

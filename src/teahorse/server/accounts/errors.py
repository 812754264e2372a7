"""Errors of accounts. Their sentences are translated for the reader."""

from ...errors import N_, NN_, Plural, TeahorseError

SENTENCES: dict[str, str | Plural] = {
    "wrong-name-or-password": N_("The name and the password don't fit together. Check both, and try again."),
    "wrong-password": N_("This is not your password."),
    "name-taken": N_("This name is taken. Choose another one."),
    "unusable-name": NN_(
        "A name has {least} to {n} character: letters, digits, spaces and . - _ ' are fine. It begins with a letter "
        "or a digit.",
        "A name has {least} to {n} characters: letters, digits, spaces and . - _ ' are fine. It begins with a letter "
        "or a digit.",
    ),
    "short-password": NN_(
        "The password needs at least {n} character. Several words are good.",
        "The password needs at least {n} characters. Several words are good.",
    ),
    "long-password": NN_(
        "The password can have at most {n} character.", "The password can have at most {n} characters."
    ),
    "common-password": N_("Everyone would guess this password first. Choose another one."),
    "different-passwords": N_("The two passwords differ. Write the same one twice."),
    "not-signed-in": N_("You are not signed in here."),
    "too-many-attempts": N_("That was tried too often. You can try again in {minutes} min."),
    "too-busy": N_("Too many people are signing in right now. Try again in a few seconds."),
    "no-such-player": N_("There is no page of a player with this name."),
}


class AccountError(TeahorseError):
    """Something that can't be done with an account."""

    code = ""

    def __init__(self, **mentioned: object) -> None:
        super().__init__(SENTENCES[self.code], **mentioned)


class WrongNameOrPassword(AccountError):
    """No account has this name and password. Which of the two is wrong is not said."""

    code = "wrong-name-or-password"


class WrongPassword(AccountError):
    """Someone who is signed in gave another password than theirs."""

    code = "wrong-password"


class AccountNameTaken(AccountError):
    """Another account has this name."""

    code = "name-taken"


class UnusableName(AccountError):
    """A name that no account can have."""

    code = "unusable-name"


class ShortPassword(AccountError):
    """A password with too few characters."""

    code = "short-password"


class LongPassword(AccountError):
    """A password with too many characters."""

    code = "long-password"


class CommonPassword(AccountError):
    """A password that is the name, or one of those that everybody tries."""

    code = "common-password"


class DifferentPasswords(AccountError):
    """A new password and its repetition differ."""

    code = "different-passwords"


class NotSignedIn(AccountError):
    """This needs a session."""

    code = "not-signed-in"


class NoSuchPlayer(AccountError):
    """No player who shows their page has this name."""

    code = "no-such-player"


class TooBusy(AccountError):
    """Too many passwords are waiting to be checked."""

    code = "too-busy"
    retry_after = 5  # seconds


class TooManyAttempts(AccountError):
    """The limit of attempts to sign in or up is reached."""

    code = "too-many-attempts"

    def __init__(self, seconds: float) -> None:
        self.retry_after = max(1, round(seconds))  # seconds
        super().__init__(minutes=max(1, round(seconds / 60)))

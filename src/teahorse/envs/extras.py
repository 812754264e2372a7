"""What to say when a package that an environment is for is not there."""

from ..errors import TeahorseError


class MissingPackageError(TeahorseError, ImportError):
    """A package that teahorse does without until someone asks for it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"This needs {package}, which is not installed: `pip install 'teahorse[{extra}]'`.")

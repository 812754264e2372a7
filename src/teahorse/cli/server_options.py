"""The settings of servers and workers: options, environment variables and a file, from one declaration.

Each field of `ServerOptions` is an option (`--tables-per-hour`), an environment variable (`TEAHORSE_TABLES_PER_HOUR`)
and a key of the configuration file (`tables_per_hour`). An option counts more than a variable, a variable more than
the file, and the file more than the default.
"""

import inspect
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_type_hints

import typer
from typer.models import OptionInfo

from ..errors import TeahorseError
from .app import UNUSABLE, fail

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from ..server.settings import Settings

PREFIX = "TEAHORSE_"
Options = TypeVar("Options", bound="DataclassInstance")


def read_config(context: typer.Context, file: Path | None) -> Path | None:
    """Take the file's values as defaults."""
    if file is not None:
        try:
            known = {field.name for each in (ServerOptions, WorkerOptions) for field in fields(each)} - {"config"}
            context.default_map = config_from(file, known)
        except TeahorseError as error:
            fail(str(error), UNUSABLE)
    return file


def config_from(file: Path, known: set[str]) -> dict[str, Any]:
    """The values in a configuration file. Raises an error for one that is unreadable or has unknown keys."""
    try:
        given = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise TeahorseError(f"Can't read {file}: {error.strerror}.") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TeahorseError(f"{file} is no TOML file: {error}.") from None
    values = {key.replace("-", "_"): value for key, value in given.items()}
    unknown = [key for key in values if key not in known]
    if unknown:
        raise TeahorseError(f"{file} has a key that teahorse doesn't know: {unknown[0]}.")
    return values


Config = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", callback=read_config, is_eager=True, help="A file with these settings, in TOML: `port = 80`."
    ),
]
Host = Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 lets other machines play.")]
Port = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=65535, help="The port.", show_default="8013, or the next that is free"),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL",
        envvar=f"{PREFIX}DATABASE",
        help="Where games are kept: a file, or a database such as postgresql+psycopg://me@host/games.",
        show_default="in your data folder",
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--name",
        metavar="NAME",
        help="A name under which other machines reach the server, such as yunnan.example.org; may be repeated. "
        "IP addresses and this machine's own name always work.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=0,
        help="How many processes think here; 0 leaves it to `teahorse worker` on other machines.",
        show_default="one less than there are cores",
    ),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--trusted-proxy",
        metavar="ADDRESS",
        help="A reverse proxy, by its address or network (10.0.0.0/8); may be repeated. Only such a proxy is believed "
        "when it says who the visitor is (X-Forwarded-For, X-Forwarded-Proto).",
    ),
]
TablesPerHour = Annotated[
    int, typer.Option(metavar="N", min=0, help="How many tables one address may open in an hour; 0 for no limit.")
]
RequestsPerMinute = Annotated[
    int, typer.Option(metavar="N", min=0, help="How many requests one address may send in a minute; 0 for no limit.")
]
Servers = Annotated[
    int,
    typer.Option(
        metavar="N", min=1, help="How many servers share the database; each allows its part of the requests per minute."
    ),
]
MostConnections = Annotated[int, typer.Option(metavar="N", min=10, help="How many connections are open at a time.")]
AllowBoxDefault = Annotated[
    bool,
    typer.Option(
        "--allow-box-default",
        help="Let everyone who reaches the server set the default board of new games (`/box`). `teahorse web` for this "
        "machine only always allows it.",
    ),
]
MailServer = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The mail server for e-mails to players whose turn it is: smtp://USER:PASSWORD@HOST:587 or smtps://…:465. "
        "A password is better given in the environment or the file, where other users don't see it.",
    ),
]
MailSender = Annotated[str, typer.Option("--mail-from", metavar="ADDRESS", help="The sender of these e-mails.")]
Webhooks = Annotated[
    bool,
    typer.Option("--webhooks", help="Let players enter webhooks of chat programs, to be told of their turns there."),
]
Metrics = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS:PORT",
        help="Where Prometheus finds metrics (`/metrics`), such as 127.0.0.1:9013. Visitors can't read them elsewhere.",
        show_default="nowhere",
    ),
]
LogFormat = Annotated[
    Literal["text", "json"], typer.Option(help="How the log is written: as text, or one JSON object a line.")
]
LogLevel = Annotated[
    Literal["debug", "info", "warning", "error"],
    typer.Option(help="What is logged: from `info` on every request, too."),
]


@dataclass(frozen=True)
class ServerOptions:
    """The settings of a server."""

    config: Config = None
    host: Host = "127.0.0.1"
    port: Port = None
    database: Database = None
    names: Names = None
    workers: Workers = None
    trusted_proxies: Proxies = None
    tables_per_hour: TablesPerHour = 200
    requests_per_minute: RequestsPerMinute = 6000
    servers: Servers = 1
    most_connections: MostConnections = 1000
    allow_box_default: AllowBoxDefault = False
    mail_server: MailServer = None
    mail_from: MailSender = ""
    webhooks: Webhooks = False
    metrics: Metrics = None
    log_format: LogFormat = "text"
    log_level: LogLevel = "warning"

    def settings(self, is_private: bool) -> "Settings":
        """What the server is started with. A private one serves one person's own machine."""
        from ..server.http.connections import Limits
        from ..server.http.hosts import is_loopback
        from ..server.http.rate_limits import Rates
        from ..server.settings import Settings, database_url, default_workers
        from ..server.turn_messages.settings import MessageSettings

        return Settings(
            database_url(self.database),
            default_workers() if self.workers is None else self.workers,
            tables_per_hour=self.tables_per_hour,
            rates=Rates(per_address=self.requests_per_minute, servers=self.servers),
            names=(self.host, *(self.names or ())),
            # A name is for other machines; they may come through a proxy.
            allow_box_default=self.allow_box_default or (is_private and is_loopback(self.host) and not self.names),
            limits=Limits(connections=self.most_connections, trusted_proxies=tuple(self.trusted_proxies or ())),
            messages=MessageSettings(self.mail_server, self.mail_from, self.webhooks),
            metrics=self.metrics,
        )


@dataclass(frozen=True)
class WorkerOptions:
    """The settings of a worker."""

    config: Config = None
    database: Database = None
    workers: Workers = None
    metrics: Metrics = None
    log_format: LogFormat = "text"
    log_level: LogLevel = "warning"

    def settings(self) -> "Settings":
        """What the worker is started with."""
        from ..server.settings import Settings, database_url, default_workers

        return Settings(database_url(self.database), self.workers or default_workers(), metrics=self.metrics)


def takes(options: type[Options]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the fields of a dataclass as options, each with its environment variable.

    The function gets the dataclass as its first argument, and its own options by name.
    """
    hints = get_type_hints(options, include_extras=True)
    parameters = []
    for field in fields(options):
        for info in hints[field.name].__metadata__:
            if isinstance(info, OptionInfo):
                info.envvar = variable_of(field.name)
        kind = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(field.name, kind, default=field.default, annotation=hints[field.name]))

    def wrap(function: Callable[..., None]) -> Callable[..., None]:
        own = list(inspect.signature(function).parameters.values())[1:]

        def run(**given: Any) -> None:
            values = {each.name: given.pop(each.name) for each in parameters}
            function(options(**values), **given)

        run.__name__, run.__doc__ = function.__name__, function.__doc__
        run.__annotations__ = {each.name: each.annotation for each in (*parameters, *own)}
        everything = [*parameters, *(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own)]
        run.__signature__ = inspect.Signature(everything)  # type: ignore[attr-defined]  # as `inspect` documents it
        return run

    return wrap


def variable_of(name: str) -> str:
    """The environment variable of a setting."""
    return f"{PREFIX}{name.upper()}"

"""Creates the tables of the job queue in a PostgreSQL database. They are the library's own, and no part of backups.

Nothing in them matters: each job can be found again from the rows of a table, or is asked for again. So when a new
version of the library has another schema, the queue is created anew.
"""

import hashlib

import psycopg
from procrastinate.schema import SchemaManager
from psycopg import sql

from .notifications import address_of
from .schema import StorageError

_LOCK = 0x7EA40E5F  # of PostgreSQL's advisory lock: any number that nobody else uses
_FOUND = "SELECT obj_description(to_regclass('procrastinate_jobs'), 'pg_class')"
_DROPS = """
    SELECT format('DROP TABLE %I CASCADE', tablename) FROM pg_tables
     WHERE schemaname = current_schema() AND tablename LIKE 'procrastinate\\_%'
    UNION ALL SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc
     WHERE pronamespace = current_schema()::regnamespace AND proname LIKE 'procrastinate\\_%'
    UNION ALL SELECT format('DROP TYPE IF EXISTS %I CASCADE', typname) FROM pg_type
     WHERE typnamespace = current_schema()::regnamespace AND typname LIKE 'procrastinate\\_%' AND typtype IN ('c', 'e')
       AND NOT EXISTS (SELECT FROM pg_class WHERE pg_class.oid = typrelid AND relkind <> 'c')
"""


def create_queue(database: str) -> None:
    """Create the queue's tables, unless they are there in this version. Raises `StorageError`."""
    schema = SchemaManager.get_schema()
    version = hashlib.blake2b(schema.encode(), digest_size=8).hexdigest()
    try:
        with psycopg.connect(address_of(database)) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            found = connection.execute(_FOUND).fetchone()
            if found is not None and found[0] == version:
                return
            for (drop,) in connection.execute(_DROPS).fetchall():
                connection.execute(drop)
            connection.execute(schema)
            connection.execute(sql.SQL("COMMENT ON TABLE procrastinate_jobs IS {}").format(sql.Literal(version)))
    except psycopg.Error as error:
        raise StorageError(f"The job queue can't be created: {str(error).strip()}.") from None

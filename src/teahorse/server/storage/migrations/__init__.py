"""Migrations of the database, by Alembic: one step in `versions` for each change of the schema.

To change the schema, change `schema.py` and write a step:

    alembic --config src/teahorse/server/storage/migrations/alembic.ini revision --message "What changes" --rev-id 6

Then set `HEAD` in `migration.py`. A test compares the steps with `schema.py`, on SQLite and on PostgreSQL.
"""

"""The database: its schema, its connections, and the queries."""

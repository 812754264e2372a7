"""Time at a table: time controls, the clock, and who notices that time is used up."""

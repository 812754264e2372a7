"""The coach: sentences about moves, made from the rules' forecasts and a search's expectations."""

"""Every sentence a person reads: refusals, events, the rulebook; and its translations."""

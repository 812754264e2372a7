"""Every sentence a person reads: refusals, events, prompts, labels, spots; the rulebook; translations."""

"""How fast the toolkit is, held against what somebody would use instead; see docs/speed.md."""

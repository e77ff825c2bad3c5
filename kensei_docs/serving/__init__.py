"""What pages share that the tool serves to a browser of this machine: a server, and templates filled in."""

"""Pictures in, evidence out: arrays and values only, no windows, no files but its own networks. Used by the program."""

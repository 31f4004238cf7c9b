"""Pictures in, evidence out: arrays and values only, no files and no windows. Used by the program."""

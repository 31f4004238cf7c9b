"""The program that joins the rooms: command line, files, drawings."""

"""Names the colours of pawns that are told apart. Asked by the reader of pawns, by `check` and by the samples."""

#: The colour of the pawns that belong to nobody.
RED = "red"
#: All colours, in the order of the network's answers.
PAWN_COLOURS = (RED, "orange", "yellow", "green", "blue", "violet", "white", "black", "natural")
#: Those of players 1 to 6, if nothing else is said; the terminal draws them so.
USUAL_COLOURS = ("yellow", "blue", "green", "black", "white", "violet")
#: A stack is at most so high (M5).
MOST_PAWNS = 5
#: How high a pawn is, in storeys: a storey costs two points, and a pawn one.
PAWN_STOREYS = 0.5

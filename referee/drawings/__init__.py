"""Pictures that the program draws: readings on photos, towers, figures and films."""

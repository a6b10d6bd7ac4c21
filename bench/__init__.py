"""How fast Cambio is played here, next to the card games of other libraries."""

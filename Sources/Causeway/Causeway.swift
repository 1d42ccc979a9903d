// Causeway

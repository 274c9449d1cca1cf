"""Training of the Shangrila network: records, features, model, weight files."""

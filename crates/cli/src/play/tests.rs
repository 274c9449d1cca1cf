//! Whole games through the keyboard, and what the screen shows.

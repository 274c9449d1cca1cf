//! The protocol from outside: the wire form of every message, and the document that describes it.

mod document;
mod illegal_moves;
mod wire;

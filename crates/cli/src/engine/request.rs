//! Parses requests and formats replies. Ids are returned exactly as they were written, even numbers beyond any range.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::RequestError;

/// The id of a request: a number exactly as written, or a string in normalised JSON. Two numbers are equal if they are
/// written the same way.
#[derive(Clone, Debug)]
pub(super) struct Id(Box<RawValue>);

impl Id {
    /// Parses an id; `None` if the value is neither a number nor a string.
    fn read(raw: &RawValue) -> Result<Option<Id>, serde_json::Error> {
        match raw.get().as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => Ok(Some(Id(raw.to_owned()))),
            // Characters can be escaped in several ways, so normalise the string.
            Some(b'"') => {
                let text: String = serde_json::from_str(raw.get())?;
                serde_json::value::to_raw_value(&text).map(|raw| Some(Id(raw)))
            }
            _ => Ok(None),
        }
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Id) -> bool {
        self.0.get() == other.0.get()
    }
}

/// The fields of a request. They are parsed on access, so unknown fields are ignored whatever they contain.
pub(super) struct Request(BTreeMap<String, Box<RawValue>>);

impl Request {
    /// Parses a line into a request and its id.
    pub(super) fn parse(line: &[u8]) -> Result<(Id, Request), RequestError> {
        let bad_json =
            |error: serde_json::Error| RequestError::new("bad_json", format!("the line is not valid JSON: {error}"));
        let whole: &RawValue = serde_json::from_slice(line).map_err(bad_json)?;
        if !whole.get().starts_with('{') {
            return Err(RequestError::new("bad_request", "a request must be a JSON object"));
        }
        let request = Request(serde_json::from_str(whole.get()).map_err(bad_json)?);
        match request.id("id").map_err(bad_json)? {
            Some(id) => Ok((id, request)),
            None => Err(RequestError::new("bad_request", "a request must have an \"id\", a number or a string")),
        }
    }

    /// Returns a field as an id, if it is present and is one.
    pub(super) fn id(&self, name: &str) -> Result<Option<Id>, serde_json::Error> {
        self.0.get(name).map_or(Ok(None), |raw| Id::read(raw))
    }

    /// Returns a field if it is present. A value too large or too deep to parse is returned as null, which every field
    /// rejects.
    pub(super) fn get(&self, name: &str) -> Option<Value> {
        self.0.get(name).map(|raw| serde_json::from_str(raw.get()).unwrap_or(Value::Null))
    }

    /// Returns a required string field.
    pub(super) fn text(&self, name: &str) -> Result<String, RequestError> {
        match self.get(name) {
            Some(Value::String(text)) => Ok(text),
            _ => Err(RequestError::new("bad_request", format!("the field {name:?} is required and must be a string"))),
        }
    }
}

/// A reply: the id of its request, if it could be read, and the result or error.
pub(super) struct Reply {
    id: Option<Id>,
    fields: Map<String, Value>,
}

impl Reply {
    pub(super) fn new(id: Option<Id>, result: Result<Map<String, Value>, RequestError>) -> Reply {
        let fields = result.unwrap_or_else(|failure| {
            let mut error = Map::new();
            error.insert("code".to_string(), failure.code.into());
            error.extend(failure.details);
            error.insert("message".to_string(), failure.message.into());
            Map::from_iter([("error".to_string(), error.into())])
        });
        Reply { id, fields }
    }
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(1 + self.fields.len()))?;
        object.serialize_entry("id", &self.id.as_ref().map(|id| &id.0))?;
        self.fields.iter().try_for_each(|(name, value)| object.serialize_entry(name, value))?;
        object.end()
    }
}

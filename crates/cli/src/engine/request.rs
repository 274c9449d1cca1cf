//! What comes in and goes out on a line. Ids come back exactly as they were written, whatever number they are.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::Refusal;

/// The id of a request: a number as it was written, or a string as JSON writes it. Numbers are equal when they are written alike.
#[derive(Clone, Debug)]
pub(super) struct Id(Box<RawValue>);

impl Id {
    /// None if this is neither a number nor a string.
    fn read(raw: &RawValue) -> Result<Option<Id>, serde_json::Error> {
        match raw.get().as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => Ok(Some(Id(raw.to_owned()))),
            // Letters can be written in several ways, so a string is read and written again.
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

/// A request without its id. Fields are read when they are asked for: nobody has to understand those that nobody knows.
pub(super) struct Request(BTreeMap<String, Box<RawValue>>);

impl Request {
    /// The request on a line, and its id.
    pub(super) fn parse(line: &[u8]) -> Result<(Id, Request), Refusal> {
        let bad_json = |error: serde_json::Error| Refusal::new("bad_json", format!("the line is no JSON: {error}"));
        let whole: &RawValue = serde_json::from_slice(line).map_err(bad_json)?;
        if !whole.get().starts_with('{') {
            return Err(Refusal::new("bad_request", "a request is a JSON object"));
        }
        let request = Request(serde_json::from_str(whole.get()).map_err(bad_json)?);
        match request.id("id").map_err(bad_json)? {
            Some(id) => Ok((id, request)),
            None => Err(Refusal::new("bad_request", "a request has an id, a number or a string")),
        }
    }

    /// A field that is an id, if there is one.
    pub(super) fn id(&self, name: &str) -> Result<Option<Id>, serde_json::Error> {
        self.0.get(name).map_or(Ok(None), |raw| Id::read(raw))
    }

    /// A field, if it is there. What is too large or too deep to be read is null, which no field takes.
    pub(super) fn get(&self, name: &str) -> Option<Value> {
        self.0.get(name).map(|raw| serde_json::from_str(raw.get()).unwrap_or(Value::Null))
    }

    /// A field that must be a string.
    pub(super) fn text(&self, name: &str) -> Result<String, Refusal> {
        match self.get(name) {
            Some(Value::String(text)) => Ok(text),
            _ => Err(Refusal::new("bad_request", format!("the field {name:?} must be there and be a string"))),
        }
    }
}

/// An answer: the id of its request, if that could be read, and what there is to say.
pub(super) struct Reply {
    id: Option<Id>,
    fields: Map<String, Value>,
}

impl Reply {
    pub(super) fn new(id: Option<Id>, result: Result<Map<String, Value>, Refusal>) -> Reply {
        let fields = result.unwrap_or_else(|refusal| {
            let mut error = Map::new();
            error.insert("code".to_string(), refusal.code.into());
            error.extend(refusal.details);
            error.insert("message".to_string(), refusal.message.into());
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

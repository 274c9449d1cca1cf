//! x

use crate::words::RulesWords;

pub(crate) const RULES: RulesWords = super::en::RULES;

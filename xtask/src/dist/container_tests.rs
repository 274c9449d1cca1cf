//! What can be known of the files for containers without a container engine: that they need nothing but the files of a release, and that the compose file has the
//! structure that is meant.

use std::collections::BTreeMap;

use super::*;

/// The values of a YAML file by their paths, such as `services.worker.image`. Knows what the compose file uses: nested maps, and lists of plain items,
/// whose items have numbers.
fn values(yaml: &str) -> Result<BTreeMap<String, String>, String> {
    let (mut values, mut open) = (BTreeMap::new(), Vec::<(usize, String)>::new());
    for (number, line) in yaml.lines().enumerate() {
        let (indent, text) = (line.len() - line.trim_start().len(), line.trim());
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let broken = |what: &str| format!("line {}: {what}: {text}", number + 1);
        if line.contains('\t') || !indent.is_multiple_of(2) {
            return Err(broken("indentation"));
        }
        open.retain(|(above, _)| *above < indent);
        if indent > 0 && open.last().is_none_or(|(above, _)| *above + 2 != indent) {
            return Err(broken("nothing that this belongs to"));
        }
        let above: String = open.iter().map(|(_, name)| format!("{name}.")).collect();
        if let Some(item) = text.strip_prefix("- ") {
            let place = (0..).map(|place| format!("{above}{place}")).find(|place| !values.contains_key(place));
            values.insert(place.unwrap_or_default(), unquoted(item).ok_or_else(|| broken("quotes"))?);
            continue;
        }
        let (name, value) = text.split_once(':').ok_or_else(|| broken("no value"))?;
        if value.is_empty() {
            open.push((indent, name.to_string()));
        } else if let Some(value) = value.strip_prefix(' ') {
            let old = values.insert(format!("{above}{name}"), unquoted(value).ok_or_else(|| broken("quotes"))?);
            if old.is_some() {
                return Err(broken("twice"));
            }
        } else {
            return Err(broken("no space after the colon"));
        }
    }
    Ok(values)
}

/// A value without its quotes; `None` if it needs some.
fn unquoted(value: &str) -> Option<String> {
    match value.strip_prefix('"') {
        Some(rest) => rest.strip_suffix('"').filter(|rest| !rest.contains('"')).map(str::to_string),
        None => (!value.contains(": ") && !value.contains(" #")).then(|| value.to_string()),
    }
}

fn filled(name: &str) -> String {
    fs::read_to_string(root().join("packaging").join(name)).unwrap().replace("{{version}}", "1.2.3")
}

#[test]
fn the_image_is_built_from_the_files_of_a_release_alone() {
    let text = filled("Dockerfile");
    let copied: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("ADD ").or_else(|| line.strip_prefix("COPY ")))
        .filter_map(|line| line.split_whitespace().find(|word| !word.starts_with("--")))
        .collect();
    assert_eq!(copied, ["shangrila-1.2.3-linux-${TARGETARCH}.tar.gz"]);
    let commands: Vec<&str> =
        text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(' ').next()).collect();
    let place = |name: &str| commands.iter().position(|command| *command == name);
    assert!(place("USER") < place("WORKDIR") && place("USER").is_some(), "the folder must belong to the user");
    assert!(!commands.contains(&"RUN"), "there is no shell in the image");
    for architecture in [Architecture::X86, Architecture::Arm] {
        assert!(["amd64", "arm64"].contains(&architecture.name()), "Docker calls it something else");
    }
}

#[test]
fn the_compose_file_has_three_services_that_fit_together() {
    let values = values(&filled("compose.yaml")).unwrap_or_else(|error| panic!("compose.yaml: {error}"));
    let value = |path: &str| values.get(path).map(String::as_str);
    let database = "postgres://shangrila:${POSTGRES_PASSWORD:?set it in the file .env}@postgres/shangrila";
    for service in ["shangrila", "worker"] {
        let of = |name: &str| value(&format!("services.{service}.{name}")).map(str::to_string);
        assert_eq!(of("image").as_deref(), Some("shangrila:1.2.3"));
        assert_eq!(of("environment.SHANGRILA_DATABASE").as_deref(), Some(database));
        assert_eq!(of("read_only").as_deref(), Some("true"));
        assert_eq!(of("security_opt").as_deref(), Some("[\"no-new-privileges:true\"]"));
    }
    assert_eq!(value("services.shangrila.build"), Some("."));
    assert_eq!(value("services.shangrila.ports.0"), Some("127.0.0.1:8080:8080"));
    assert_eq!(value("services.shangrila.depends_on.postgres.condition"), Some("service_healthy"));
    assert_eq!(value("services.worker.depends_on.shangrila.condition"), Some("service_started"));
    assert_eq!(value("services.worker.command"), Some("[\"worker\"]"));
    for (name, expected) in
        [("USER", "shangrila"), ("DB", "shangrila"), ("PASSWORD", "${POSTGRES_PASSWORD:?set it in the file .env}")]
    {
        assert_eq!(value(&format!("services.postgres.environment.POSTGRES_{name}")), Some(expected));
    }
    assert_eq!(value("services.postgres.volumes.0"), Some("postgres:/var/lib/postgresql"));
    assert!(filled("compose.yaml").ends_with("volumes:\n  postgres:\n"), "the volume is declared");
    let services = values.keys().filter_map(|path| path.strip_prefix("services.")?.split('.').next());
    assert_eq!(
        services.collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>(),
        ["postgres", "shangrila", "worker"]
    );
}

#[test]
fn a_broken_compose_file_is_noticed() {
    for (broken, reason) in [
        ("services:\n   worker:", "indentation"),
        ("services:\n    worker:", "nothing that this belongs to"),
        ("a:\n  b:1", "no space"),
        ("a:\n  b: \"1", "quotes"),
        ("a:\n  b: 1\n  b: 2", "twice"),
    ] {
        let error = values(broken).unwrap_err();
        assert!(error.contains(reason), "{broken:?}: {error}");
    }
}

/** Contains the Rust handler for `jig plugin new`. */
import type { Sources } from "./handler-sources.ts";

export function rustHandler(tool: string): Sources {
  return {
    "Cargo.toml": `[package]
name = "${tool}"
version = "0.1.0"
edition = "2021"

[dependencies]
serde_json = "1"

# Not a part of a workspace around it.
[workspace]
`,
    ".gitignore": "/target\n",
    "src/main.rs": `//! The handler of ${tool}: input as JSON on stdin, {"value": ...} as JSON on stdout, stderr is the log.
use serde_json::{json, Value};
use std::{env, fs, io};

/// A code of docs/errors.md tells a program what kind of failure it is.
fn code_of(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "PATH_NOT_FOUND",
        io::ErrorKind::PermissionDenied => "PERMISSION_DENIED",
        _ => "INVALID_ARGUMENT",
    }
}

fn greet(given: &Value) -> Result<Value, (&'static str, String)> {
    let (who, file) = (given["who"].as_str().unwrap_or(""), given["file"].as_str().unwrap_or(""));
    let said = |error: io::Error| (code_of(&error), format!("{file}: {error}"));
    let root = fs::canonicalize(env::var("JIG_ROOT").unwrap_or_default()).map_err(said)?;
    let path = fs::canonicalize(root.join(file)).map_err(said)?;
    // A command must stay in the workspace by itself.
    if !path.starts_with(&root) {
        return Err(("PATH_OUTSIDE", format!("{file} is outside the workspace")));
    }
    if !path.is_file() {
        return Err(("NOT_A_FILE", format!("{file} is not a file")));
    }
    let text = fs::read_to_string(path).map_err(said)?;
    let lines = text.lines().filter(|line| !line.is_empty()).count();
    Ok(json!({ "greeting": format!("Hello, {who}!"), "file": file, "lines": lines }))
}

fn main() {
    let given: Value = serde_json::from_reader(io::stdin()).expect("jig sends JSON");
    let outcome = match greet(&given) {
        Ok(value) => json!({ "value": value }),
        Err((code, error)) => json!({
            "value": { "success": false, "error": error, "code": code },
            "failed": true,
        }),
    };
    println!("{outcome}");
}
`,
  };
}

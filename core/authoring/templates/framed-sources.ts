/**
 * Contains the framed handlers that `jig plugin new` writes in languages other than Python. They show progress, canceled calls,
 * errors, and files that are read through jig.
 */
import type { Sources } from "./handler-sources.ts";

export function framedGoHandler(tool: string): Sources {
  return {
    "main.go": `// The handler of ${tool}: one process for all calls, a line of JSON for each message ("Framed commands" in docs/plugins.md).
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
	"sync"
)

type object = map[string]any

// What jig sends: which fields it has depends on its type.
type message struct {
	Type  string          \`json:"type"\`
	Word  string          \`json:"word"\`
	ID    json.RawMessage \`json:"id"\`
	Input input           \`json:"input"\`
	Value json.RawMessage \`json:"value"\`
	Error *failure        \`json:"error"\`
}

type input struct {
	Who  string \`json:"who"\`
	File string \`json:"file"\`
}

// Ends a call: a code of docs/errors.md, a message, perhaps a hint.
type failure struct {
	Code    string \`json:"code"\`
	Message string \`json:"message"\`
	Hint    string \`json:"hint,omitempty"\`
}

func (f *failure) Error() string { return f.Message }

var (
	word    string // The secret from the hello, which begins each of our messages.
	mutex   sync.Mutex
	number  int
	replies = map[string]chan message{}       // Each ask waits for one, by its id.
	calls   = map[string]context.CancelFunc{} // Cancels a call, by its id.
)

func send(message object) {
	text, err := json.Marshal(message)
	if err != nil {
		log.Fatal(err)
	}
	mutex.Lock()
	defer mutex.Unlock()
	fmt.Printf("%s %s\\n", word, text)
}

// Asks jig for something of the call's context, which checks every path.
func ask(ctx context.Context, call json.RawMessage, method string, into any, args ...any) error {
	waiting := make(chan message, 1)
	mutex.Lock()
	number++
	id := number
	replies[fmt.Sprint(id)] = waiting
	mutex.Unlock()
	send(object{"type": "ask", "id": id, "scope": call, "method": method, "args": args})
	select {
	case <-ctx.Done():
		send(object{"type": "stop", "id": id})
		return &failure{Code: "CANCELLED", Message: "The call was cancelled"}
	case reply := <-waiting:
		if reply.Error != nil {
			return reply.Error
		}
		return json.Unmarshal(reply.Value, into)
	}
}

func greet(ctx context.Context, call json.RawMessage, given input) (object, error) {
	var read struct{ Text string }
	if err := ask(ctx, call, "files.readText", &read, given.File); err != nil {
		return nil, err
	}
	lines := strings.Split(read.Text, "\\n")
	count := 0
	for at, line := range lines {
		if at%1000 == 0 {
			if ctx.Err() != nil { // Long work checks now and then.
				return nil, &failure{Code: "CANCELLED", Message: "The call was cancelled"}
			}
			send(object{"type": "progress", "call": call, "progress": object{"done": at, "total": len(lines), "message": given.File}})
		}
		if strings.TrimSpace(line) != "" {
			count++
		}
	}
	return object{"greeting": fmt.Sprintf("Hello, %s!", given.Who), "file": given.File, "lines": count}, nil
}

func answer(ctx context.Context, asked message) {
	told := object{"type": "answer", "id": asked.ID}
	value, err := greet(ctx, asked.ID, asked.Input)
	switch known := err.(type) {
	case nil:
		told["value"] = object{"value": value}
	case *failure:
		told["error"] = known
	default:
		told["error"] = failure{Code: "INTERNAL", Message: err.Error()}
	}
	mutex.Lock()
	delete(calls, string(asked.ID))
	mutex.Unlock()
	send(told)
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\\n')
		if err != nil {
			return
		}
		var got message
		if err := json.Unmarshal(line, &got); err != nil {
			log.Fatal(err)
		}
		id := string(got.ID)
		switch got.Type {
		case "hello":
			word = got.Word
			send(object{"type": "ready"})
		case "call":
			ctx, cancel := context.WithCancel(context.Background())
			mutex.Lock()
			calls[id] = cancel
			mutex.Unlock()
			go answer(ctx, got)
		case "abort":
			mutex.Lock()
			if cancel := calls[id]; cancel != nil {
				cancel()
			}
			mutex.Unlock()
		case "reply":
			mutex.Lock()
			if waiting := replies[id]; waiting != nil {
				delete(replies, id)
				waiting <- got
			}
			mutex.Unlock()
		case "close":
			return
		}
	}
}
`,
  };
}

export function framedRustHandler(tool: string): Sources {
  return {
    "src/main.rs": `//! The handler of ${tool}: one process for all calls, a line of JSON for each message ("Framed commands" in docs/plugins.md).
use serde_json::{json, Value};
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{channel, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

struct Host {
    word: String, // The secret from the hello, which begins each of our messages.
    numbers: AtomicU64,
    replies: Mutex<HashMap<u64, Sender<Value>>>, // Each ask waits for one, by its id.
}

/// An error of a call: a code of docs/errors.md, a message, perhaps a hint.
fn failure(code: &str, message: &str) -> Value {
    json!({ "code": code, "message": message })
}

impl Host {
    fn send(&self, message: Value) {
        let mut out = io::stdout().lock();
        writeln!(out, "{} {message}", self.word).and_then(|()| out.flush()).expect("jig reads");
    }

    /// Asks jig for something of the call's context, which checks every path.
    fn ask(&self, call: &Value, method: &str, args: Value) -> Result<Value, Value> {
        let (sender, waiting) = channel();
        let id = self.numbers.fetch_add(1, Ordering::Relaxed);
        self.replies.lock().unwrap().insert(id, sender);
        self.send(json!({ "type": "ask", "id": id, "scope": call, "method": method, "args": args }));
        let reply = waiting.recv().map_err(|_| failure("INTERNAL", "jig gave no reply"))?;
        match reply.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(reply["value"].clone()),
        }
    }
}

fn greet(host: &Host, call: &Value, given: &Value, cancelled: &AtomicBool) -> Result<Value, Value> {
    let (who, file) = (given["who"].as_str().unwrap_or(""), given["file"].as_str().unwrap_or(""));
    let read = host.ask(call, "files.readText", json!([file]))?;
    let lines: Vec<&str> = read["text"].as_str().unwrap_or("").split('\\n').collect();
    let mut count = 0;
    for (at, line) in lines.iter().enumerate() {
        if at % 1000 == 0 {
            // Long work checks now and then.
            if cancelled.load(Ordering::Relaxed) {
                return Err(failure("CANCELLED", "The call was cancelled"));
            }
            let progress = json!({ "done": at, "total": lines.len(), "message": file });
            host.send(json!({ "type": "progress", "call": call, "progress": progress }));
        }
        if !line.trim().is_empty() {
            count += 1;
        }
    }
    Ok(json!({ "greeting": format!("Hello, {who}!"), "file": file, "lines": count }))
}

fn main() {
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    let hello: Value = serde_json::from_str(&lines.next().unwrap_or_default()).expect("jig sends a hello");
    let host = Arc::new(Host {
        word: hello["word"].as_str().unwrap_or("").to_owned(),
        numbers: AtomicU64::new(1),
        replies: Mutex::default(),
    });
    let mut calls: HashMap<String, Arc<AtomicBool>> = HashMap::new();
    host.send(json!({ "type": "ready" }));
    for line in lines {
        let message: Value = serde_json::from_str(&line).expect("jig sends JSON");
        let id = message["id"].clone();
        match message["type"].as_str().unwrap_or("") {
            "call" => {
                calls.retain(|_, cancelled| Arc::strong_count(cancelled) > 1); // Those in progress.
                let cancelled = Arc::new(AtomicBool::new(false));
                calls.insert(id.to_string(), cancelled.clone());
                let host = host.clone();
                thread::spawn(move || {
                    // After a panic, too, the call needs an answer: it would wait for its time limit.
                    let work = AssertUnwindSafe(|| greet(&host, &id, &message["input"], &cancelled));
                    let done = catch_unwind(work).unwrap_or_else(|_| Err(failure("INTERNAL", "It panicked: see the log")));
                    host.send(match done {
                        Ok(value) => json!({ "type": "answer", "id": id, "value": { "value": value } }),
                        Err(error) => json!({ "type": "answer", "id": id, "error": error }),
                    });
                });
            }
            "abort" => {
                if let Some(cancelled) = calls.get(&id.to_string()) {
                    cancelled.store(true, Ordering::Relaxed);
                }
            }
            "reply" => {
                let waiting = id.as_u64().and_then(|id| host.replies.lock().unwrap().remove(&id));
                if let Some(waiting) = waiting {
                    let _ = waiting.send(message);
                }
            }
            "close" => break,
            _ => {}
        }
    }
}
`,
  };
}

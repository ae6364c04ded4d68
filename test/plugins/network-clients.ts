/** Programs in several languages that fetch URLs from the file `urls` and print the text, or null. */
import { execFileSync, spawnSync } from "node:child_process";
import { has } from "./paths.ts";

interface Client {
  files: Record<string, string>;
  command: string[];
  run: string[];
  /** Builds the plugin. */
  prepare?(folder: string): void;
}

/** `FETCH` prints the content of `$url`, or fails. */
const shell = (fetch: string) =>
  `cat >/dev/null
while read -r url || [ -n "$url" ]; do
  if got=$(FETCH); then printf '"%s"\\n' "$got"; else echo null; fi
done <urls | { printf '{"value": ['; paste -sd, | tr -d '\\n'; printf ']}'; }
`.replace("FETCH", fetch);

const PYTHON = `import json, ssl, urllib.request
known = ssl.create_default_context(cafile="cert.pem")
def fetch(url):
    try:
        return urllib.request.urlopen(url, timeout=10, context=known if url.startswith("https") else None).read().decode().strip()
    except OSError:
        return None
print(json.dumps({"value": [fetch(url) for url in open("urls").read().split()]}))
`;
const NODE = `import { readFileSync } from "node:fs";
import { get } from "node:http";
import { get as getByTls } from "node:https";
const ca = readFileSync("cert.pem");
const byGet = (url) => new Promise((settle) => (url.startsWith("https") ? getByTls : get)(url, { ca }, async (response) => {
  let text = "";
  for await (const chunk of response) text += chunk;
  settle(text.trim());
}).on("error", () => settle(null)));
const byFetch = (url) => fetch(url).then((response) => response.text()).then((text) => text.trim(), () => null);
const value = [];
for (const url of readFileSync("urls", "utf8").split("\\n")) {
  const got = await byGet(url);
  value.push(url.startsWith("https") || got === await byFetch(url) ? got : "differs from fetch");
}
console.log(JSON.stringify({ value }));
`;
const GO = `package main
import ("crypto/tls"; "crypto/x509"; "encoding/json"; "io"; "net/http"; "os"; "strings"; "time")
func main() {
	pem, _ := os.ReadFile("cert.pem")
	known := x509.NewCertPool()
	known.AppendCertsFromPEM(pem)
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: known}}}
	urls, _ := os.ReadFile("urls")
	got := []any{}
	for _, url := range strings.Fields(string(urls)) {
		response, err := client.Get(url)
		if err != nil { got = append(got, nil); continue }
		text, _ := io.ReadAll(response.Body)
		got = append(got, strings.TrimSpace(string(text)))
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"value": got})
}
`;
const RUST = `use std::{fs, io::{Read, Write}, net::TcpStream};
fn fetch(url: &str) -> Option<String> {
    let (at, path) = url.strip_prefix("http://")?.split_once('/')?;
    let mut there = TcpStream::connect(at).ok()?;
    write!(there, "GET /{path} HTTP/1.0\\r\\nHost: {at}\\r\\n\\r\\n").ok()?;
    let mut text = String::new();
    there.read_to_string(&mut text).ok()?;
    Some(text.split("\\r\\n\\r\\n").nth(1)?.trim().to_string())
}
fn main() {
    let urls = fs::read_to_string("urls").unwrap();
    let got: Vec<String> = urls.lines().map(|url| fetch(url).map_or("null".into(), |text| format!("{text:?}"))).collect();
    println!("{{\\"value\\": [{}]}}", got.join(","));
}
`;
const PERL = `use HTTP::Tiny; use JSON::PP;
open my $urls, '<', 'urls'; my @got;
while (<$urls>) { chomp; my $r = /^https/ ? undef : HTTP::Tiny->new(timeout => 10)->get($_);
  my $text = $r && $r->{success} ? $r->{content} : undef; chomp $text if defined $text; push @got, $text; }
print encode_json({ value => \\@got });
`;
const built = (folder: string, program: string, words: string[]) =>
  void execFileSync(program, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });

/** By required program. */
export const CLIENTS: Record<string, Client> = {
  curl: {
    files: { "main.sh": shell('curl -sSf -m 10 --cacert cert.pem "$url"') },
    command: ["sh", "main.sh"],
    run: ["sh", "curl"],
  },
  wget: {
    files: { "main.sh": shell('wget -qO- -T 10 -t 1 --ca-certificate=cert.pem "$url"') },
    command: ["sh", "main.sh"],
    run: ["sh", "wget"],
  },
  python3: { files: { "main.py": PYTHON }, command: ["python3", "main.py"], run: ["python3"] },
  node: { files: { "main.mjs": NODE }, command: ["node", "main.mjs"], run: ["node"] },
  go: {
    files: { "main.go": GO, "go.mod": "module example.com/tool\ngo 1.21\n" },
    command: ["./tool"],
    run: [],
    prepare: (folder) => built(folder, "go", ["build", "-o", "tool", "."]),
  },
  rustc: {
    files: { "main.rs": RUST },
    command: ["./tool"],
    run: [],
    prepare: (folder) => built(folder, "rustc", ["-o", "tool", "main.rs"]),
  },
  perl: { files: { "main.pl": PERL }, command: ["perl", "main.pl"], run: ["perl"] },
  git: {
    files: { "main.sh": shell('git -c http.sslCAInfo=cert.pem ls-remote "$url" | grep -o "refs/.*"') },
    command: ["sh", "main.sh"],
    run: ["sh", "git"],
  },
};

/** Available on this machine. rustup installs its programs even without a toolchain. */
export const clientsHere = (): string[] =>
  Object.keys(CLIENTS).filter(
    (name) => has(name) && (name !== "rustc" || spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0),
  );

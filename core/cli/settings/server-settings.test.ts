/** Zoekt servers in settings: valid and invalid entries. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { serversOf } from "./server-settings.ts";

test("an entry has a URL, and perhaps a name, a token file and a time", () => {
  const full = { name: "team.a-1", url: "https://host:6070/x", token_file: "~/t", timeout_ms: 600_000 };
  assert.deepEqual(serversOf([full, { url: "http://other" }]), [full, { url: "http://other" }]);
  assert.deepEqual(serversOf([]), []);
});

test("what is wrong is said with the entry's number", () => {
  const url = "https://host";
  for (const [value, message] of [
    ["https://host", /takes a list of servers/],
    [["x"], /"zoekt" 1: is not an object/],
    [[{ url }, { url, port: 1 }], /"zoekt" 2: there is no "port", only name, url, token_file, timeout_ms/],
    [[{}], /1: "url" is http/],
    [[{ url: "ftp://host" }], /1: "url" is http/],
    [[{ url: "https://me:secret@host" }], /without a password/],
    [[{ url, name: "1x" }], /1: "name" is a letter/],
    [[{ url, name: `a${"b".repeat(64)}` }], /1: "name" is a letter/],
    [[{ url, name: 5 }], /1: "name"/],
    [[{ url, token_file: "" }], /1: "token_file" is the path/],
    [[{ url, timeout_ms: 0 }], /"timeout_ms" is a number from 1 to 600000/],
    [[{ url, timeout_ms: 600_001 }], /"timeout_ms"/],
    [[{ url, timeout_ms: 1.5 }], /"timeout_ms"/],
    [
      [
        { url, name: "a" },
        { url, name: "a" },
      ],
      /2: the name "a" is taken/,
    ],
  ] as const)
    assert.match(String(serversOf(value as never)), message);
  assert.ok(Array.isArray(serversOf([{ url }, { url }])), "without names two may be alike");
});

/** Validation of plugin values by type. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkedOutcome } from "./plugin-outcome.ts";
import {
  checkedDoctorLines,
  checkedError,
  checkedFacts,
  checkedLevel,
  checkedProgress,
  checkedRows,
  parseShallow,
} from "./plugin-values.ts";

const HIDDEN = "\u202e";
const NOTHING = [undefined, null, 1, "text", [], true];

test("an outcome keeps what is of its type", () => {
  const whole = {
    ...{
      value: { a: 1 },
      failed: true,
      reason: "no",
      next: { cursor: "c" },
      cursors: ["a", "b"],
      changed: ["/a"],
      files: ["/b"],
    },
    media: [
      { mimeType: "image/png", title: "A", base64: "AA==" },
      { mimeType: "image/svg+xml", path: "/a.svg" },
    ],
  };
  assert.deepEqual(checkedOutcome({ ...whole, parts: [], page: {} }, "t"), whole);
  assert.deepEqual(checkedOutcome({ value: null }, "t"), { value: null });
  assert.deepEqual(checkedOutcome({ value: 1, reason: `${HIDDEN}no` }, "t"), { value: 1, reason: "no" });
  assert.deepEqual(checkedOutcome({ value: 1, failed: false, cursors: [], media: [] }, "t"), {
    value: 1,
    cursors: [],
    media: [],
  });
  const absent = { failed: null, reason: null, next: null, cursors: null, changed: null, files: null, media: null };
  assert.deepEqual(checkedOutcome({ value: 1, ...absent }, "t"), { value: 1 });
});

test("a key of the wrong type, and one that outcomes do not have, is an error that names it", () => {
  const wrong = { failed: "yes", reason: 1, next: [], cursors: ["a", 1], changed: "a", files: [null], media: {} };
  for (const [key, given] of Object.entries(wrong))
    assert.throws(() => checkedOutcome({ value: 1, [key]: given }, "trees"), {
      code: "COMMAND_FAILED",
      message: new RegExp(`^"trees" returned a wrong outcome: "${key}" must be .*, but is `),
    });
  for (const [key, hint] of [
    ["Failed", 'Write "failed" instead of "Failed"'],
    ["message", 'Write "reason" instead of "message"'],
    ["other", 'Move it into "value": {"value": {…, "other": 1}}'],
  ] as const)
    assert.throws(() => checkedOutcome({ value: 1, [key]: 1 }, "trees"), {
      message: `"trees" returned a wrong outcome: it has the key "${key}", which an outcome does not have`,
      hint,
    });
});

test("media without a type, or without bytes and path, are an error", () => {
  const media = (given: unknown) => checkedOutcome({ value: 1, media: [given] }, "t").media;
  const wrong = [
    ...NOTHING,
    {},
    { mimeType: 1, path: "/a" },
    { mimeType: "png", path: "/a" },
    { mimeType: "a/b" },
    { mimeType: "a/b", base64: 1, path: 2 },
    ...["a/b c", "a b/c", " a/b", "a/b/c"].map((mimeType) => ({ mimeType, path: "/a" })),
  ];
  for (const given of wrong)
    assert.throws(() => media(given), { message: /"media\.0" must be/ }, JSON.stringify(given));
  assert.deepEqual(media({ mimeType: "a/b", title: 1, path: "/a" }), [{ mimeType: "a/b", path: "/a" }]);
  assert.deepEqual(media({ mimeType: "a/b", title: `${HIDDEN}A`, base64: "", path: "/a" }), [
    { mimeType: "a/b", title: "A", base64: "" },
  ]);
});

test("what is no outcome is an error that says what to answer", () => {
  for (const given of [...NOTHING, {}, { val: 1 }])
    assert.throws(() => checkedOutcome(given, "trees"), { code: "COMMAND_FAILED" });
  const said = (given: unknown, but: string, write: string) =>
    assert.throws(() => checkedOutcome(given, "trees"), {
      message: `"trees" did not return an outcome, but ${but}`,
      hint: `Write ${write}, and add "failed": true for a failure`,
    });
  said(undefined, "nothing", '{"value": …}');
  said(3, "3", '{"value": 3}');
  said({ vlaue: 1, b: 2 }, '{"vlaue":1,"b":2}', '"value" instead of "vlaue": {"value": …}');
  said({ count: 1 }, '{"count":1}', '{"value": {"count":1}}');
  said(["x".repeat(300)], `["${"x".repeat(198)}…`, '{"value": …}');
});

const ROW = {
  ...{ text: "a", marks: [[0, 1]], cells: { a: "x", b: 1, c: true, d: null }, depth: 2, tone: "error", note: "n" },
  location: { absolute: "/a", display: "a", startLine: 3, startColumn: 4, endLine: 5 },
  links: [{ rel: "open", tool: "t", input: {} }],
  size: { value: 0, name: "s", within: ["g"] },
  node: { id: "i", name: "n", to: ["a"], from: ["b"] },
};
const row = (more: object) => checkedRows([{ text: "a", ...more }])[0];

test("a row keeps what is of its type", () => {
  assert.deepEqual(checkedRows([{ ...ROW, other: 1 }]), [ROW]);
  assert.deepEqual(checkedRows([{ text: "" }]), [{ text: "" }]);
  for (const given of [undefined, null, 1, "text", {}, { text: "a" }]) assert.deepEqual(checkedRows(given), []);
  assert.deepEqual(checkedRows([...NOTHING, {}, { text: 1 }, { text: "b" }]), [{ text: "b" }]);
  const wrong = { marks: 1, cells: [], depth: "1", tone: "loud", note: 1, location: 1, links: {}, size: 1, node: 1 };
  assert.deepEqual(row(wrong), { text: "a" });
});

test("marks are pairs of numbers from 0, cells are scalars", () => {
  const marks = [[0, 0], [1], [1, 2, 3], [-1, 2], [1.5, 2], ["1", 2], 1, { 0: 1, 1: 2, length: 2 }, [3, 4]];
  assert.deepEqual(row({ marks })?.marks, [
    [0, 0],
    [3, 4],
  ]);
  assert.deepEqual(row({ cells: { a: [], b: {}, c: undefined, d: "" } })?.cells, { d: "" });
});

test("a depth is a whole number from 0 to 100, a tone one of three", () => {
  const cases: [unknown, number | undefined][] = [
    [0, 0],
    [1.9, 1],
    [100, 100],
    [5000, 100],
    [-1, undefined],
  ];
  for (const [depth, expected] of cases) assert.equal(row({ depth })?.depth, expected, String(depth));
  for (const tone of ["error", "warning", "muted"]) assert.equal(row({ tone })?.tone, tone);
});

test("a location has lines and columns from 1, and ends where it begins or later", () => {
  const place = (more: object) => row({ location: { absolute: "/a", display: "a", ...more } })?.location;
  const at = (startLine: number, startColumn: number, endLine?: number) => ({
    ...{ absolute: "/a", display: "a", startLine, startColumn },
    ...(endLine !== undefined && { endLine }),
  });
  assert.deepEqual(place({}), at(1, 1));
  assert.deepEqual(place({ startLine: 0, startColumn: -4 }), at(1, 1));
  assert.deepEqual(place({ startLine: 2.5, startColumn: "3", endLine: "9" }), at(1, 1));
  assert.deepEqual(place({ startLine: 7, startColumn: 2, endLine: 5 }), at(7, 2, 7));
  assert.deepEqual(place({ startLine: 1, endLine: 8 }), at(1, 1, 8));
  for (const location of [
    { absolute: "/a" },
    { display: "a" },
    { absolute: 1, display: "a" },
    { absolute: "/a", display: 1 },
    [],
  ])
    assert.equal(row({ location })?.location, undefined, JSON.stringify(location));
});

test("a link names a known relation, a tool and its input", () => {
  const good = { rel: "definition", tool: "t", input: { a: 1 } };
  const wrong = [
    { ...good, rel: "elsewhere" },
    { ...good, tool: 1 },
    { ...good, input: [] },
    { rel: "open", tool: "t" },
  ];
  assert.deepEqual(row({ links: [...NOTHING, ...wrong, good] })?.links, [good]);
});

test("a size has a name and a value that is not negative, a node an id", () => {
  const size = { value: 1, name: "s" };
  assert.deepEqual(row({ size: { ...size, within: ["g", 1], other: 1 } })?.size, size);
  for (const wrong of [
    { name: "s" },
    { value: 1 },
    { value: -1, name: "s" },
    { value: "1", name: "s" },
    { value: 1, name: 1 },
  ])
    assert.equal(row({ size: wrong })?.size, undefined, JSON.stringify(wrong));
  assert.deepEqual(row({ node: { id: "i", name: 1, to: "a", from: [1] } })?.node, { id: "i" });
  assert.deepEqual(row({ node: { id: "i", to: [] } })?.node, { id: "i", to: [] });
  for (const wrong of [{}, { id: 1 }, []]) assert.equal(row({ node: wrong })?.node, undefined);
});

test("symbols have a name, a kind and lines", () => {
  const symbols = (value: unknown) => checkedFacts(value)?.symbols;
  const symbol = { name: "A", kind: "class", container: "N", startLine: 2, endLine: 4 };
  assert.deepEqual(symbols([{ ...symbol, other: 1 }]), [symbol]);
  for (const given of [undefined, null, {}, "text"]) assert.equal(checkedFacts(given), undefined);
  assert.deepEqual(
    symbols([...NOTHING, { name: "A" }, { kind: "class" }, { name: 1, kind: "class" }, { name: "A", kind: 1 }]),
    [],
  );
  assert.deepEqual(
    symbols([{ name: `${HIDDEN}A`, kind: `cl${HIDDEN}ass`, container: `${HIDDEN}N`, startLine: 5, endLine: 3 }]),
    [{ name: "A", kind: "class", container: "N", startLine: 5, endLine: 5 }],
  );
  assert.deepEqual(symbols([{ name: "A", kind: "class", container: 1 }]), [
    { name: "A", kind: "class", container: null, startLine: 1, endLine: 1 },
  ]);
});

test("facts of a file have names in threes", () => {
  assert.deepEqual(checkedFacts({ symbols: [], names: [1, 0, 3] }), { symbols: [], names: [1, 0, 3] });
  for (const names of [[1, 0], [1, 0, "3"], "1 0 3", undefined])
    assert.deepEqual(checkedFacts({ symbols: [], names }), { symbols: [] });
});

test("lines of a doctor say what and how it is; an unknown state is an error", () => {
  const line = { what: "a", detail: "b" };
  for (const state of ["ok", "warning", "off", "error"])
    assert.deepEqual(checkedDoctorLines([{ ...line, state, fix: "c", other: 1 }]), [{ ...line, state, fix: "c" }]);
  for (const state of ["fine", 1, undefined])
    assert.deepEqual(checkedDoctorLines([{ ...line, state }]), [{ ...line, state: "error" }]);
  assert.deepEqual(checkedDoctorLines([{ ...line, state: "ok", fix: 1 }]), [{ ...line, state: "ok" }]);
  for (const given of [undefined, null]) assert.deepEqual(checkedDoctorLines(given), []);
});

test("what a doctor returns in another form is named, with what to write", () => {
  for (const given of [{}, "text"]) assert.match(checkedDoctorLines(given)[0]?.detail ?? "", /not a list$/);
  const wrong = [...NOTHING, { what: "a" }, { detail: "b" }, { what: 1, detail: "b" }, { what: "a", detail: 1 }];
  const lines = checkedDoctorLines(wrong, 'The plugin "p"');
  assert.equal(lines.length, wrong.length);
  for (const { what, state, fix } of lines)
    assert.deepEqual(
      [what, state, fix],
      ['The plugin "p"', "error", 'Write {"what": "…", "state": "ok", "detail": "…"}'],
    );
  assert.match(checkedDoctorLines([{ name: "a" }])[0]?.detail ?? "", /^Line 1 of its doctor is \{"name":"a"\}$/);
});

test("JSON that is nested too deeply is refused", () => {
  assert.deepEqual(parseShallow('{"a":[1]}'), { a: [1] });
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  assert.ok(parseShallow(nested(256)));
  assert.throws(() => parseShallow(nested(257)), {
    code: "COMMAND_FAILED",
    message: "It returned a value nested more than 256 levels deep",
    hint: "Return a flat list",
  });
});

test("progress has numbers and a message", () => {
  assert.deepEqual(checkedProgress({ done: 0, total: 2, message: "", other: 1 }), { done: 0, total: 2, message: "" });
  assert.deepEqual(checkedProgress({ done: "1", total: null, message: 3 }), {});
  for (const given of NOTHING) assert.deepEqual(checkedProgress(given), {});
});

test("an error has a code of the catalogue and visible texts", () => {
  const error = checkedError({ code: "TIMEOUT", message: `${HIDDEN}late`, hint: `${HIDDEN}wait`, details: { a: 1 } });
  assert.deepEqual([error.code, error.message, error.hint, error.details], ["TIMEOUT", "late", "wait", { a: 1 }]);
  const bare = checkedError({ code: "TIMEOUT", message: 1, hint: 2, details: [] });
  const form = (message: string, code = "INVALID_ARGUMENT") =>
    `Write "error": {"code": "${code}", "message": ${message}}`;
  assert.deepEqual(
    [bare.message, bare.hint, bare.details],
    [
      'The plugin failed without a message: {"code":"TIMEOUT","message":1,"hint":2,"details":[]}',
      form('"…"', "TIMEOUT"),
      undefined,
    ],
  );
  for (const given of NOTHING) {
    const { code, message, hint } = checkedError(given);
    const expected = given === "text" ? ["text", '"text"'] : [/^The plugin failed without a message: /, '"…"'];
    assert.match(message, new RegExp(expected[0]!));
    assert.deepEqual([code, hint], ["INTERNAL", form(String(expected[1]))]);
  }
});

test("a log line has one of four levels", () => {
  for (const level of ["debug", "info", "warn", "error"] as const) assert.equal(checkedLevel(level), level);
  for (const level of ["fatal", "", 1, undefined]) assert.equal(checkedLevel(level), "info");
});

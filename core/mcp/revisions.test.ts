/** Revision without a handshake: recognition, validation, results. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { INVALID_PARAMS, METHOD_NOT_FOUND, type Request, UNSUPPORTED_VERSION } from "./messages.ts";
import {
  claimsRevision,
  discoverResult,
  initializeResult,
  isListChange,
  legacyFault,
  modernFault,
  modernResult,
  negotiateVersion,
  Subscriptions,
} from "./revisions.ts";
import { describeServer } from "./server.ts";

const META = "io.modelcontextprotocol/";
const envelope = { [`${META}protocolVersion`]: "2026-07-28", [`${META}clientCapabilities`]: {} };
const request = (method: string, params?: object) => ({ jsonrpc: "2.0", id: 1, method, params }) as Request;
const server = describeServer("1.2.3", async () => "Hello.");

test("a version that is known is spoken, for any other the newest", () => {
  assert.equal(negotiateVersion("2024-11-05"), "2024-11-05");
  for (const other of ["2026-07-28", "1999-01-01", undefined, 5]) assert.equal(negotiateVersion(other), "2025-11-25");
});

test("an older client is told of nothing that came later", () => {
  const at = (version: string) => initializeResult(server, version) as Record<string, Record<string, unknown>>;
  assert.ok(!("completions" in at("2024-11-05").capabilities!));
  assert.ok("completions" in at("2025-03-26").capabilities!);
  assert.ok(!("icons" in at("2025-06-18").serverInfo!));
  assert.ok("icons" in at("2025-11-25").serverInfo!);
  assert.equal(at("2025-06-18").protocolVersion, "2025-06-18");
});

test("a request claims the revision by its method or by any key of its envelope", () => {
  assert.ok(claimsRevision(request("server/discover")));
  assert.ok(claimsRevision(request("subscriptions/listen")));
  for (const key of ["protocolVersion", "clientCapabilities", "clientInfo"])
    assert.ok(claimsRevision(request("tools/list", { _meta: { [META + key]: 1 } })), key);
  assert.ok(!claimsRevision(request("tools/list", { _meta: { progressToken: 1 } })));
  assert.ok(!claimsRevision(request("tools/list")));
});

test("initialize without one of its parts is refused, and the parts are named", () => {
  const whole = { protocolVersion: "x", capabilities: {}, clientInfo: {} };
  assert.equal(legacyFault(request("initialize", whole)), undefined);
  assert.equal(legacyFault(request("tools/list")), undefined);
  assert.deepEqual(legacyFault(request("initialize", { ...whole, capabilities: [], clientInfo: null })), {
    code: INVALID_PARAMS,
    message: "Invalid params of initialize: capabilities, clientInfo",
  });
  assert.match(legacyFault(request("initialize"))!.message, /protocolVersion, capabilities, clientInfo/);
});

test("a claim must be whole, of a known version, and for a method that is still there", () => {
  const fault = (method: string, meta: object = envelope, more = {}) =>
    modernFault(request(method, { _meta: meta, ...more }));
  assert.equal(fault("tools/list"), undefined);
  assert.equal(fault("tools/list", {})!.code, INVALID_PARAMS);
  assert.deepEqual(fault("tools/list", { ...envelope, [`${META}protocolVersion`]: "2031-01-01" }), {
    code: UNSUPPORTED_VERSION,
    message: "Unsupported protocol version: 2031-01-01",
    data: { supported: ["2026-07-28"], requested: "2031-01-01" },
  });
  assert.match(fault("tools/list", { [`${META}protocolVersion`]: "2026-07-28" })!.message, /clientCapabilities/);
  for (const removed of ["initialize", "ping", "logging/setLevel"])
    assert.equal(fault(removed)!.code, METHOD_NOT_FOUND, removed);
  assert.match(fault("subscriptions/listen")!.message, /"notifications" must be an object/);
  assert.equal(fault("subscriptions/listen", envelope, { notifications: {} }), undefined);
  assert.equal(modernFault(request("tools/list"))!.code, INVALID_PARAMS);
});

test("an answer is complete, signed, and may be reused where it is a list", () => {
  const serverInfo = { name: "jig" };
  assert.deepEqual(modernResult("tools/list", { tools: [] }, serverInfo), {
    resultType: "complete",
    tools: [],
    ttlMs: 5000,
    cacheScope: "private",
    _meta: { [`${META}serverInfo`]: serverInfo },
  });
  assert.deepEqual(modernResult("tools/call", { resultType: "input_required", _meta: { a: 1 } }, serverInfo), {
    resultType: "input_required",
    _meta: { [`${META}serverInfo`]: serverInfo, a: 1 },
  });
});

test("server/discover tells versions, capabilities and instructions", async () => {
  const { supportedVersions, instructions } = await discoverResult(server);
  assert.deepEqual([supportedVersions, instructions], [["2026-07-28"], "Hello."]);
});

test("whoever asked for a change gets a copy of its own, until it is over", () => {
  const change = "notifications/tools/list_changed";
  assert.ok(isListChange(change) && !isListChange("notifications/progress"));
  const subscriptions = new Subscriptions();
  const opened = subscriptions.open("a", { notifications: { toolsListChanged: true, promptsListChanged: true } });
  assert.equal(opened.method, "notifications/subscriptions/acknowledged");
  assert.deepEqual(opened.params, {
    notifications: { toolsListChanged: true },
    _meta: { [`${META}subscriptionId`]: "a" },
  });
  subscriptions.open(0, { notifications: { toolsListChanged: false } });
  subscriptions.open("b", { notifications: { toolsListChanged: true } });
  assert.deepEqual(
    subscriptions.copies(change).map(({ id, copy }) => [id, copy.params?._meta]),
    [
      ["a", { [`${META}subscriptionId`]: "a" }],
      ["b", { [`${META}subscriptionId`]: "b" }],
    ],
  );
  assert.ok(subscriptions.close("a") && !subscriptions.close("a"));
  const ends = subscriptions.end({ name: "jig" });
  assert.deepEqual(
    ends.map(({ id }) => id),
    [0, "b"],
  );
  assert.deepEqual(subscriptions.copies(change), []);
});

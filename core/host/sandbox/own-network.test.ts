/** Ports, names and variables for a program's network permissions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_LISTENER, networkCalls, ownNetwork } from "./own-network.ts";

test("a name has an address of its own and its port; no proxy where every port is named", () => {
  const { ports, hosts, environment } = ownNetwork(["a.example:443", "b.example:443", "a.example:8080", "unix"]);
  assert.deepEqual(ports, [
    { address: "127.1.0.0", port: 443, target: { host: "a.example", port: 443 } },
    { address: "127.1.0.1", port: 443, target: { host: "b.example", port: 443 } },
    { address: "127.1.0.0", port: 8080, target: { host: "a.example", port: 8080 } },
  ]);
  assert.match(hosts, /^127\.1\.0\.0 a\.example$/m);
  assert.deepEqual(environment, {});
});

test("addresses and localhost keep theirs; without a port the usual ones and a proxy", () => {
  const { ports, hosts, environment } = ownNetwork(["localhost:5", "93.184.216.34:80", "c.example"]);
  const shown = ports.map(({ address, port }) => `${address} ${port}`);
  assert.deepEqual(shown, ["127.0.0.1 5", "93.184.216.34 80", "127.1.0.2 80", "127.1.0.2 443", "127.255.255.1 3128"]);
  assert.equal(ports.at(-1)?.target, undefined);
  assert.equal(hosts.match(/localhost/g)?.length, 2);
  assert.equal(environment.HTTPS_PROXY, "http://127.255.255.1:3128");
});

test("each port is the next handle, foreign addresses are the interface's own, and at the end it waits", () => {
  const calls = networkCalls(ownNetwork(["localhost:5", "93.184.216.34:80"]));
  const listened = calls.filter(({ call }) => call === "listen").map(({ args }) => args[0]);
  assert.deepEqual(listened, [FIRST_LISTENER, FIRST_LISTENER + 1]);
  assert.equal(calls.filter(({ call }) => call === "ioctl").length, 2);
  assert.deepEqual(calls.at(-1), { call: "kill", args: [0, 19], mode: "must" });
});

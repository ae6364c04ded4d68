/** Listen addresses and host checks, with lookalikes. */
import assert from "node:assert/strict";
import { hostname, networkInterfaces } from "node:os";
import { test } from "node:test";
import { clientAddress, createHostCheck, isLoopback, isOriginAllowed, parseListen } from "./address.ts";

test("parseListen() takes HOST:PORT, a bracketed IPv6 address, or a port of this machine", () => {
  assert.deepEqual(parseListen("127.0.0.1:7337"), { host: "127.0.0.1", port: 7337 });
  assert.deepEqual(parseListen("localhost:0"), { host: "localhost", port: 0 });
  assert.deepEqual(parseListen("[::1]:80"), { host: "::1", port: 80 });
  assert.deepEqual(parseListen("8080"), { host: "127.0.0.1", port: 8080 });
  assert.deepEqual(parseListen("0.0.0.0:65535"), { host: "0.0.0.0", port: 65_535 });
});

test("parseListen() refuses what is none, with a way to write it", () => {
  for (const wrong of ["", "host", "host:", "host:65536", "host:123456", "::1:80", "a b:80", "[::1]", "host:80:80"])
    assert.throws(() => parseListen(wrong), { code: "INVALID_ARGUMENT", hint: /127\.0\.0\.1:7337/ }, wrong);
});

test("isLoopback() knows this machine's names, not those that begin or end like them", () => {
  for (const name of ["localhost", "127.0.0.1", "127.1.2.3", "::1"]) assert.ok(isLoopback(name), name);
  for (const name of ["0.0.0.0", "localhost.example", "127.0.0.1.example", "1127.0.0.1", "127.0.0", "::", "10.0.0.1"])
    assert.ok(!isLoopback(name), name);
});

test("a server on loopback answers to loopback's names only, whatever the port and the case", () => {
  const isKnown = createHostCheck("127.0.0.1", ["Proxy.Example"]);
  for (const name of ["localhost", "LOCALHOST:7337", "127.0.0.1:1", "[::1]:7337", "[::1]", "proxy.example:443"])
    assert.ok(isKnown(name), name);
  const others = [
    ...["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "[::1", "::1"],
    ...["localhost:80:80", "localhost:x", "", "127.0.0.2", "10.0.0.1", hostname()],
  ];
  for (const name of others) assert.ok(!isKnown(name), name);
  assert.ok(!isKnown(undefined));
});

test("a server on every interface answers to its own addresses and its name as well", () => {
  const isKnown = createHostCheck("0.0.0.0", []);
  assert.ok(isKnown(hostname()));
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address, family } of own) assert.ok(isKnown(family === "IPv4" ? `${address}:80` : `[${address}]`));
  assert.ok(isKnown("localhost") && isKnown("0.0.0.0"));
  assert.ok(!isKnown("evil.example"));
});

test("a page may ask from the server's own origin or an allowed one; without a page nothing is asked", () => {
  assert.ok(isOriginAllowed(undefined, undefined, []));
  assert.ok(isOriginAllowed("http://localhost:1", "localhost:1", []));
  assert.ok(isOriginAllowed("https://localhost:1", "localhost:1", []));
  assert.ok(isOriginAllowed("https://app.example", "localhost:1", ["https://app.example"]));
  for (const origin of ["http://localhost:2", "null", "ftp://localhost:1", "http://localhost:1.evil.example"])
    assert.ok(!isOriginAllowed(origin, "localhost:1", ["https://app.example"]), origin);
  assert.ok(!isOriginAllowed("http://undefined", undefined, []));
});

test("a client is counted by its address, of IPv6 by its network", () => {
  assert.equal(clientAddress("192.0.2.7"), "192.0.2.7");
  assert.equal(clientAddress("::ffff:192.0.2.7"), "192.0.2.7");
  assert.equal(clientAddress("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2");
  assert.equal(clientAddress("2001:db8::1"), clientAddress("2001:db8:0:0:9::"));
  assert.equal(clientAddress("fe80::1%eth0"), "fe80:0:0:0");
  assert.equal(clientAddress(undefined), "");
});

test("a Unix socket is named by its path", () => {
  assert.equal(parseListen("unix:/run/jig.sock").socket, "/run/jig.sock");
  assert.throws(() => parseListen("unix:"), { code: "INVALID_ARGUMENT" });
  assert.throws(() => parseListen(`unix:/${"x".repeat(120)}`), { code: "INVALID_ARGUMENT" });
});

/** Per-client limits: requests in flight, running calls, fairness. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CALLS_AT_ONCE, type Semaphore } from "../mcp/server.ts";
import { ClientLimits } from "./client-limits.ts";

const never = new AbortController().signal;
/** Lets all calls start, as only one starts per tick. */
async function settled(): Promise<void> {
  for (let at = 0; at < 2 * CALLS_AT_ONCE; at++) await new Promise((resolve) => setImmediate(resolve));
}

/** Requests this many calls and returns release functions of those running. */
async function running(calls: Semaphore, count: number, signal = never): Promise<(() => void)[]> {
  const ends: (() => void)[] = [];
  for (let at = 0; at < count; at++) void calls.acquire(signal).then((end) => ends.push(end));
  await settled();
  return ends;
}

/** Calls of four clients, which uses up all slots. */
async function filled(limits: ClientLimits): Promise<(() => void)[][]> {
  const ends: (() => void)[][] = [];
  for (let at = 0; at < 4; at++) ends.push(await running(limits.newCalls(), CALLS_AT_ONCE / 4));
  return ends;
}

test("a client has so many requests in flight and no more, others theirs", () => {
  const limits = new ClientLimits(2);
  const first = limits.begin("ann");
  assert.ok(first && limits.begin("ann"));
  assert.equal(limits.begin("ann"), undefined);
  assert.ok(limits.begin("bob"));
  first.end();
  assert.ok(limits.begin("ann"));
  assert.equal(limits.begin("ann"), undefined);
});

test("one client runs a quarter of all calls, so that others are not kept waiting", async () => {
  const limits = new ClientLimits(100);
  const ann = await running(limits.newCalls(), CALLS_AT_ONCE);
  assert.equal(ann.length, CALLS_AT_ONCE / 4);
  const bob = await running(limits.newCalls(), 3);
  assert.equal(bob.length, 3);
  ann[0]!();
  await settled();
  assert.equal(ann.length, CALLS_AT_ONCE / 4 + 1);
});

test("all clients together run so many calls; one that ends lets the next one in, whoever's it is", async () => {
  const limits = new ClientLimits(100);
  const full = await filled(limits);
  assert.equal(full.flat().length, CALLS_AT_ONCE);
  const late = await running(limits.newCalls(), 2);
  assert.equal(late.length, 0);
  full[0]![0]!();
  await settled();
  assert.equal(late.length, 1);
  full[1]![0]!();
  await settled();
  assert.equal(late.length, 2);
});

test("a call that is given up while it waits for the others takes nothing with it", async () => {
  const limits = new ClientLimits(100);
  const full = await filled(limits);
  const stop = new AbortController();
  const calls = limits.newCalls();
  const waiting = await running(calls, CALLS_AT_ONCE / 4, stop.signal);
  stop.abort();
  await settled();
  for (const end of waiting) end();
  for (const end of full.flat()) end();
  assert.equal((await running(calls, CALLS_AT_ONCE)).length, CALLS_AT_ONCE / 4);
});

test("without a session a client's requests share its calls as long as one of them is in flight", () => {
  const limits = new ClientLimits(100);
  const [first, second] = [limits.begin("ann")!, limits.begin("ann")!];
  const calls = limits.callsOf("ann");
  assert.equal(limits.callsOf("ann"), calls);
  assert.notEqual(limits.callsOf("bob"), calls);
  first.end();
  assert.equal(limits.callsOf("ann"), calls);
  second.end();
  assert.notEqual(limits.callsOf("ann"), calls);
});

test("an end that comes late does not forget the client's new requests", () => {
  const limits = new ClientLimits(1);
  const old = limits.begin("ann")!;
  old.end();
  const now = limits.begin("ann")!;
  const calls = limits.callsOf("ann");
  assert.equal(limits.begin("ann"), undefined);
  now.end();
  assert.notEqual(limits.callsOf("ann"), calls);
});

test("the memory of all messages in flight is bounded, and of one client a quarter of it", () => {
  // A quarter of a message's final memory.
  const MEGABYTE = (1024 * 1024) / 4;
  const limits = new ClientLimits(10);
  const [first, second] = [limits.begin("ann")!, limits.begin("ann")!];
  assert.ok(first.hold(10 * MEGABYTE) && second.hold(6 * MEGABYTE));
  assert.ok(!second.hold(1));
  const others = limits.begin("bob")!;
  assert.ok(others.hold(16 * MEGABYTE));
  const late = limits.begin("eve")!;
  assert.ok(!late.fits(1 * MEGABYTE) && !late.hold(1 * MEGABYTE));
  second.end();
  assert.ok(late.fits(6 * MEGABYTE) && late.hold(6 * MEGABYTE));
  assert.ok(!first.hold(6 * MEGABYTE));
});

test("large messages leave room for small ones", () => {
  const limits = new ClientLimits(10);
  const large = ["ann", "bob"].map((name) => limits.begin(name)!);
  for (const each of large) assert.ok(each.hold(4 * 1024 * 1024));
  const small = limits.begin("dan")!;
  assert.ok(small.hold(1024));
  assert.ok(!small.hold(1024 * 1024));
  for (const each of large) each.end();
  assert.ok(small.hold(1024 * 1024));
});

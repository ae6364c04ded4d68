/** Private addresses in all notations, and host names that resolve to them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressesOf, isPrivateAddress } from "./addresses.ts";

test("private in every notation", () => {
  for (const address of [
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.31.0.1", "192.168.1.1"],
    ...["198.19.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "fc00::1", "fd12::1", "fe80::1", "fe80::1%eth0"],
    ...[
      "ff02::1",
      "::ffff:10.0.0.1",
      "::ffff:7f00:1",
      "::127.0.0.1",
      "64:ff9b::a00:1",
      "2002:7f00:1::",
      "not an address",
    ],
  ])
    assert.ok(isPrivateAddress(address), address);
});

test("public ones", () => {
  for (const address of [
    "1.1.1.1",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "::ffff:1.1.1.1",
    "64:ff9b::101:101",
  ])
    assert.ok(!isPrivateAddress(address), address);
});

test("an address stands for itself, localhost for this machine, a name without address for nothing", async () => {
  assert.deepEqual(await addressesOf("10.0.0.1", 80, () => false), ["10.0.0.1"]);
  const local = await addressesOf("localhost", 80, () => false);
  assert.ok(local.length > 0 && local.every((address) => /^(127\.|::1)/.test(address)), String(local));
  await assert.rejects(
    addressesOf("no-such-name.invalid", 80, () => true),
    { code: "UNAVAILABLE" },
  );
});

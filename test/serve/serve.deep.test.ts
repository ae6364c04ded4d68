/** Official inspector with `jig serve`, older revisions. */
import { after, before, test } from "node:test";
import { scratch } from "../jig.ts";
import { inspectorIsServed } from "./inspector.ts";
import { type Served, startServe } from "./served.ts";

let open: Served;

before(async () => {
  open = await startServe(["--root", scratch({ "a.txt": "first\n" })]);
});

after(() => open.stop());

for (const era of ["legacy", "auto"] as const)
  test(`the inspector over HTTP, era ${era}`, { timeout: 60_000 }, () => inspectorIsServed(open.url, era));

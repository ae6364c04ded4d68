/** Random system calls by a sandboxed process don't affect other programs. */
import { test } from "node:test";
import { victimStaysAsItWas, withoutNamespaces } from "./call-filter.ts";

test("twenty thousand random system calls change nothing of a victim", { skip: withoutNamespaces() }, () =>
  victimStaysAsItWas(20_000, 1),
);

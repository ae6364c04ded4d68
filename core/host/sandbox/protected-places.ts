/** Places that run later, kept read-only to a process that may otherwise write around them: by mounts that only it and its children see. */
import { lstatSync } from "node:fs";
import { join, relative } from "node:path";
import { placeThatRunsLater } from "../contract/runs-later.ts";
import { listNames } from "../runtime/list-names.ts";
import type { Call } from "./starter.ts";

/** Looking at more would delay the start of a process. */
const MAX_ENTRIES = 100_000;
/** Whatever begins otherwise is looked at only below a folder that begins so. */
const LIKELY = /^(?:[^a-z]|library|lefthook|mise|opencode)/i;

/** The existing places of a root, without those of named patterns. */
export function placesIn(root: string, named: readonly string[]): string[] {
  const found: string[] = [];
  const waiting = [{ folder: root, isLikely: false }];
  let seen = 0;
  for (let at = waiting.pop(); at && seen < MAX_ENTRIES; at = waiting.pop()) {
    for (const name of listNames(at.folder)) {
      seen++;
      const path = join(at.folder, name);
      const isLikely = at.isLikely || LIKELY.test(name);
      const place = isLikely ? placeThatRunsLater(relative(root, path)) : undefined;
      if (place && !named.includes(place.pattern)) found.push(path);
      else if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) waiting.push({ folder: path, isLikely });
    }
  }
  return found;
}

const NEW_MOUNTS = 0x20000;
const NEW_USER = 0x10000000;
const [BIND, RECURSIVE, PRIVATE] = [0x1000, 0x4000, 0x40000];
const FROM_HERE = -100;
const WRITE_ONLY = 1;
const WITH_ALL_BELOW = 0x8000;
const READ_ONLY = 1n;
const CLOSE_RANGE = 436;
const [FIRST_HANDLE, ALL_HANDLES] = [3, 0xffffffff];

const text = (written: string) => Buffer.from(`${written}\0`);

/** For the starter, before it gives up the right to mount: mounts of its own, each place read-only. */
export function protectingCalls(
  places: readonly string[],
  user = process.getuid?.() ?? 0,
  group = process.getgid?.() ?? 0,
): Call[] {
  const put = (path: string, line: string): Call[] => [
    { call: "openat", args: [FROM_HERE, text(path), WRITE_ONLY, 0], mode: "must" },
    { call: "write", args: [FIRST_HANDLE, Buffer.from(line), line.length], mode: "must" },
    { call: "close", args: [FIRST_HANDLE] },
  ];
  // Only root may mount without a namespace of users, in which files of other users are foreign to it.
  const own =
    user === 0
      ? []
      : [
          ...put("/proc/self/setgroups", "deny"),
          ...put("/proc/self/uid_map", `${user} ${user} 1`),
          ...put("/proc/self/gid_map", `${group} ${group} 1`),
        ];
  const attributes = new Uint8Array(new BigUint64Array([READ_ONLY, 0n, 0n, 0n]).buffer);
  return [
    { call: CLOSE_RANGE, args: [FIRST_HANDLE, ALL_HANDLES, 0], mode: "must" },
    { call: "unshare", args: [user === 0 ? NEW_MOUNTS : NEW_MOUNTS | NEW_USER], mode: "must" },
    ...own,
    { call: "mount", args: [text("none"), text("/"), 0, RECURSIVE | PRIVATE, 0], mode: "must" },
    ...places.map(text).flatMap((path): Call[] => [
      { call: "mount", args: [path, path, 0, BIND | RECURSIVE, 0], mode: "must" },
      { call: "mount_setattr", args: [FROM_HERE, path, WITH_ALL_BELOW, attributes, attributes.length], mode: "must" },
    ]),
  ];
}

/** Creates private mounts, read-only except for writable folders, because Landlock doesn't check modes and times. */
import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { RawPath } from "../runtime/raw-path.ts";
import { isInside } from "../workspace/path-rules.ts";
import { type Call, CLOSE_ALL, FIRST_HANDLE } from "./starter.ts";

export interface MountPlan {
  /** These remain writable. */
  write: readonly string[];
  /** Read-only places within writable folders. */
  protect: readonly RawPath[];
  /** Files that are mounted on top of others. */
  replace: readonly { path: string; by: string }[];
  network: boolean;
  /** The process must enter this again, since its old working directory belongs to the old mounts. */
  cwd: string;
}

const NEW_MOUNTS = 0x20000;
const NEW_USER = 0x10000000;
const NEW_NETWORK = 0x40000000;
const [BIND, RECURSIVE, PRIVATE] = [0x1000, 0x4000, 0x40000];
const FROM_HERE = -100;
const WRITE_ONLY = 1;
const WITH_ALL_BELOW = 0x8000;
/** Clones without attaching, and is closed on `execve`. */
const COPY = 0x80001;
const FROM_HANDLE = 4;
const READ_ONLY = 1n;

const text = (written: RawPath) => Buffer.concat([Buffer.from(written), Buffer.of(0)]);
const NOTHING = text("");

/** The starter makes these calls before it drops the right to mount. */
export function mountCalls(
  { write, protect, replace, network, cwd }: MountPlan,
  user = process.getuid?.() ?? 0,
  group = process.getgid?.() ?? 0,
): Call[] {
  const put = (path: string, line: string): Call[] => [
    { call: "openat", args: [FROM_HERE, text(path), WRITE_ONLY, 0], mode: "must" },
    { call: "write", args: [FIRST_HANDLE, Buffer.from(line), line.length], mode: "must" },
    { call: "close", args: [FIRST_HANDLE] },
  ];
  // Mounting requires root or a user namespace, in which the files of other users seem to belong to an unknown user.
  const own =
    user === 0
      ? []
      : [
          ...put("/proc/self/setgroups", "deny"),
          ...put("/proc/self/uid_map", `${user} ${user} 1`),
          ...put("/proc/self/gid_map", `${group} ${group} 1`),
        ];
  const attributes = new Uint8Array(new BigUint64Array([READ_ONLY, 0n, 0n, 0n]).buffer);
  const readOnly = (path: Uint8Array): Call => ({
    call: "mount_setattr",
    args: [FROM_HERE, path, WITH_ALL_BELOW, attributes, attributes.length],
    mode: "must",
  });
  // The copies are made before everything becomes read-only, so that read-only mounts stay so.
  const writable = write.filter((path) => existsSync(path)).map(text);
  return [
    CLOSE_ALL,
    { call: "unshare", args: [NEW_MOUNTS | (user === 0 ? 0 : NEW_USER) | (network ? NEW_NETWORK : 0)], mode: "must" },
    ...own,
    { call: "mount", args: [text("none"), text("/"), 0, RECURSIVE | PRIVATE, 0], mode: "must" },
    ...writable.map(
      (path): Call => ({ call: "open_tree", args: [FROM_HERE, path, COPY | WITH_ALL_BELOW], mode: "must" }),
    ),
    readOnly(text("/")),
    ...writable.flatMap((path, at): Call[] => [
      {
        call: "move_mount",
        args: [FIRST_HANDLE + at, NOTHING, FROM_HERE, path, FROM_HANDLE],
        mode: "must",
      },
      { call: "close", args: [FIRST_HANDLE + at] },
    ]),
    ...foldersAroundRepositories(protect, write).map(
      (path): Call => ({ call: "mount", args: [text(path), text(path), 0, BIND | RECURSIVE, 0], mode: "must" }),
    ),
    ...protect
      .map(text)
      .flatMap((path): Call[] => [
        { call: "mount", args: [path, path, 0, BIND | RECURSIVE, 0], mode: "must" },
        readOnly(path),
      ]),
    ...replace.map(({ path, by }): Call => ({ call: "mount", args: [text(by), text(path), 0, BIND, 0], mode: "must" })),
    { call: "chdir", args: [text(cwd)] },
  ];
}

/**
 * Returns the folders between a writable place and a repository inside it, starting with the outermost. They are needed because
 * a mount can't be renamed: otherwise a program could replace one with a folder that has its own `.git`, and git would go there
 * from the outer repository.
 */
function foldersAroundRepositories(protect: readonly RawPath[], write: readonly string[]): Buffer[] {
  const letters = (path: RawPath) => Buffer.from(path).toString("latin1");
  const folders = write.map(letters);
  const found = new Set<string>();
  for (const place of protect.map(letters)) {
    if (basename(place) !== ".git") continue;
    const isWithin = (folder: string) => folders.some((each) => each !== folder && isInside(each, folder));
    for (let at = dirname(place); isWithin(at); at = dirname(at)) found.add(at);
  }
  return [...found].sort((a, b) => a.length - b.length).map((each) => Buffer.from(each, "latin1"));
}

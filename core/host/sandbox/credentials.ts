/**
 * Finds files that are probably secrets (passwords, tokens, private keys) by their names, so that they aren't granted along
 * with their folder. The depth of the search is limited.
 */
import { type Dirent, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readHead } from "../runtime/read-head.ts";

const FILES = new RegExp(
  [
    ...[
      "[._]netrc",
      "[._]?(?:credentials|secrets)(?:[^a-z].*)?",
      "[.]env(?:[.].+)?",
      "[.]npmrc",
      "[.]pypirc",
      "[.]pgpass",
    ],
    ...["[.]git-credentials", "[.]my[.]cnf", "[.]?id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?", "auth[.]json"],
    ...["tokens?(?:[.]json)?", ".+[.](?:p12|pfx|jks|keystore|kdbx|ppk)"],
  ]
    .map((name) => `^${name}$`)
    .join("|"),
  "i",
);
/** Source files that are named after their subject. */
const CODE =
  /\.(?:[cm]?[jt]sx?|py[cdiox]?|rb|go|rs|java|class|jar|php|p[lm]|lua|[ch]|[ch]pp|cs|dll|so|sh|map|md|html?)$/i;
const FOLDERS = /^\.(?:ssh|gnupg|aws|azure|kube|docker)$/i;
const MAY_HOLD_KEY = /\.(?:pem|key)$/i;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const HEAD_BYTES = 4096;
/** Below this depth there are mostly packages, whose number would slow down every start. */
const MAX_DEPTH = 3;
const MAX_ENTRIES = 3000;

function isCredential(folder: string, entry: Dirent, isHeadRead: boolean): boolean {
  if (entry.isDirectory()) return FOLDERS.test(entry.name);
  if (FILES.test(entry.name) && !CODE.test(entry.name)) return true;
  return MAY_HOLD_KEY.test(entry.name) && (!isHeadRead || PRIVATE_KEY.test(headOf(join(folder, entry.name))));
}

/** Returns the folder, or its entries without credentials and links. Parts beyond the limits are granted as a whole. */
export function withoutCredentials(folder: string): string[] {
  const place = resolve(folder);
  const kept = new Map<string, string[]>();
  /** Folders that contain a credential at any depth. */
  const parted = new Set<string>();
  let seen = 0;
  // The search is breadth first, because settings are usually near the top.
  const waiting = [{ folder: place, depth: 0 }];
  for (const { folder, depth } of waiting) {
    if (seen >= MAX_ENTRIES) break;
    const paths: string[] = [];
    kept.set(folder, paths);
    for (const entry of entriesOf(folder)) {
      if (entry.isSymbolicLink()) continue;
      const path = join(folder, entry.name);
      if (isCredential(folder, entry, ++seen <= MAX_ENTRIES)) {
        for (let at = path; at !== place; parted.add(at)) at = dirname(at);
        continue;
      }
      paths.push(path);
      if (entry.isDirectory() && depth < MAX_DEPTH) waiting.push({ folder: path, depth: depth + 1 });
    }
  }
  const parts = (path: string): string[] => (parted.has(path) ? (kept.get(path) ?? []).flatMap(parts) : [path]);
  return parts(place);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // This is a file, or it can't be read.
    return [];
  }
}

function headOf(path: string): string {
  try {
    return readHead(path, HEAD_BYTES).toString("latin1");
  } catch {
    return "";
  }
}

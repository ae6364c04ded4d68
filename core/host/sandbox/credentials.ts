/** Files by whose names programs keep passwords, tokens and private keys: never part of a grant. */
import { closeSync, type Dirent, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";

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
/** Sources named after their subject. */
const CODE =
  /\.(?:[cm]?[jt]sx?|py[cdiox]?|rb|go|rs|java|class|jar|php|p[lm]|lua|[ch]|[ch]pp|cs|dll|so|sh|map|md|html?)$/i;
const FOLDERS = /^\.(?:ssh|gnupg|aws|azure|kube|docker)$/i;
const MAY_HOLD_KEY = /\.(?:pem|key)$/i;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const HEAD_BYTES = 4096;
/** Deeper there are packages of programs, whose number would delay each start. */
const MAX_DEPTH = 3;
const MAX_ENTRIES = 3000;

function isCredential(folder: string, entry: Dirent): boolean {
  if (entry.isDirectory()) return FOLDERS.test(entry.name);
  return (
    (FILES.test(entry.name) && !CODE.test(entry.name)) ||
    (MAY_HOLD_KEY.test(entry.name) && PRIVATE_KEY.test(headOf(join(folder, entry.name))))
  );
}

/** The place, or its entries without credentials, as few paths as possible. A folder with too many entries is taken whole. */
export function withoutCredentials(place: string): string[] {
  const seen = { entries: 0 };
  return split(place, 0, seen) ?? [place];
}

/** undefined: the folder holds none. */
function split(folder: string, depth: number, seen: { entries: number }): string[] | undefined {
  const entries = entriesOf(folder);
  let isSplit = false;
  const parts = entries.flatMap((entry): string[] => {
    const path = join(folder, entry.name);
    if (++seen.entries <= MAX_ENTRIES && isCredential(folder, entry)) {
      isSplit = true;
      return [];
    }
    const within =
      entry.isDirectory() && depth < MAX_DEPTH && seen.entries < MAX_ENTRIES ? split(path, depth + 1, seen) : undefined;
    isSplit ||= within !== undefined;
    return within ?? [path];
  });
  return isSplit ? parts : undefined;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A file, or nothing that can be listed.
    return [];
  }
}

function headOf(path: string): string {
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const handle = openSync(path, "r");
    try {
      return head.toString("latin1", 0, readSync(handle, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(handle);
    }
  } catch {
    return "";
  }
}

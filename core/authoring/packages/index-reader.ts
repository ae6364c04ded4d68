/** Verifies indexes and packages. Signatures must match the pinned keys, and an older state is refused. */
import { type FolderContent, JigError, type PluginsLock } from "../../host/frontend-api.ts";
import { authorStatement, unpacked } from "../pack.ts";
import { type ChosenRelease, type PluginIndex, type PluginReference, parseIndex } from "./index-file.ts";
import type { IndexLocation } from "./index-location.ts";
import { fingerprint, isSignedBy } from "./package-signing.ts";

/** The fingerprint of a new key, which the user got from the owner. */
export interface AcceptedKey {
  /** A fingerprint. */
  newKey: string | undefined;
}

export async function readIndex(place: IndexLocation, signal: AbortSignal): Promise<PluginIndex> {
  return parseIndex(await place.index(signal), place.id);
}

/**
 * Throws UNTRUSTED if the key differs from the pinned one, or if the index has expired or is older than one that was seen
 * before, including in other locations that sign with the same key.
 */
export function refuseStepBack(lock: PluginsLock, id: string, index: PluginIndex, { newKey }: AcceptedKey): void {
  refuseExpired(lock, id, index);
  refuseOlderCopy(lock, id, index);
  const known = own(lock.indexes, id);
  if (!known) return;
  if (known.key !== index.key) {
    // A new key starts again.
    refuseNewKey(`The index ${id}`, known.key, index.key, newKey);
    return;
  }
  const older = index.serial < known.serial;
  if (!older && (index.serial > known.serial || index.signature === known.signature)) return;
  const what = older
    ? `older than one that was read before (${index.serial} after ${known.serial})`
    : "different from an earlier one with the same number";
  throw new JigError("UNTRUSTED", `The index ${id} is ${what}`, {
    hint: "Newer entries may be withheld from you. Try again later, and ask its maintainer",
  });
}

/** Setting the clock back has no effect, because the time never goes below the latest that was seen. */
function refuseExpired(lock: PluginsLock, id: string, index: PluginIndex): void {
  const seen = Object.values(lock.indexes).map((each) => Date.parse(each.read ?? "") || 0);
  if (Math.max(Date.now(), ...seen) <= Date.parse(index.expires)) return;
  throw new JigError("UNTRUSTED", `The index ${id} expired on ${index.expires.slice(0, 10)}`, {
    hint: "A newer one may be withheld from you. Try again later, and ask its maintainer to sign it again",
  });
}

/** Two locations with the same key have copies of one index, and an old copy could restore revoked plugins. */
function refuseOlderCopy(lock: PluginsLock, id: string, index: PluginIndex): void {
  for (const [other, { key, serial }] of Object.entries(lock.indexes)) {
    if (other === id || key !== index.key || index.serial >= serial) continue;
    throw new JigError("UNTRUSTED", `The index ${id} is older than ${other}, which has the same key`, {
      hint: `It has number ${index.serial}, and ${serial} was read before. Use the newer one`,
    });
  }
}

/** Throws UNTRUSTED if the key differs from the pinned one. */
export function refuseOtherOwner(lock: PluginsLock, owner: string, key: string, { newKey }: AcceptedKey): void {
  const known = own(lock.owners, owner);
  if (known !== undefined && known !== key) refuseNewKey(owner, known, key, newKey);
}

/** Stores the state of a verified index. It returns true if this affects which plugins may run. */
export function recordIndex(lock: PluginsLock, id: string, index: PluginIndex): boolean {
  const { key, serial, signature, expires } = index;
  lock.indexes[id] = { key, serial, signature, expires, read: new Date().toISOString() };
  let changed = false;
  for (const [name, entry] of Object.entries(lock.plugins)) {
    if (entry.index !== id) continue;
    const revoked = own(own(index.plugins, `${entry.owner}/${name}`) ?? {}, entry.version)?.revoked;
    changed ||= revoked !== entry.revoked;
    const { revoked: _, ...rest } = entry;
    lock.plugins[name] = revoked === undefined ? rest : { ...rest, revoked };
  }
  return changed;
}

/** Throws unless it is signed by its author and matches the index. */
export async function readRelease(
  place: IndexLocation,
  index: PluginIndex,
  { owner, name }: PluginReference,
  { version, release }: ChosenRelease,
  signal: AbortSignal,
): Promise<{ content: FolderContent; key: string }> {
  const what = `${owner}/${name} ${version}`;
  const { signed, ...content } = unpacked(await place.release(release, signal), what);
  const key = own(index.owners, owner);
  const refused = (why: string) =>
    new JigError("UNTRUSTED", `${what} ${why}`, { hint: `Tell ${owner}, and the maintainer of ${place.id}` });
  if (!signed || signed.owner !== owner) throw refused(`is not signed by ${owner}`);
  if (key === undefined || signed.key !== key)
    throw refused(`is not signed with the key that the index has for ${owner}`);
  if (!isSignedBy(key, authorStatement(owner, name, version, content.hash), signed.signature))
    throw refused("has a wrong signature");
  return { content, key };
}

/** Throws UNTRUSTED if this version was installed with other content before. */
export function refuseRewritten(
  lock: PluginsLock,
  { owner, name }: PluginReference,
  version: string,
  hash: string,
): void {
  const entry = own(lock.plugins, name);
  if (!entry || entry.owner !== owner || entry.version !== version || entry.hash === hash) return;
  throw new JigError("UNTRUSTED", `${owner}/${name} ${version} differs from the one that was installed`, {
    hint: "A published version must not change: ask its owner",
  });
}

function refuseNewKey(who: string, known: string, key: string, newKey: string | undefined): void {
  if (newKey === fingerprint(key)) return;
  throw new JigError(
    "UNTRUSTED",
    `${who} has a different key than before: ${fingerprint(key)} instead of ${fingerprint(known)}`,
    { hint: `If its owner confirmed this key elsewhere, add --new-key ${fingerprint(key)}` },
  );
}

export function own<Value>(record: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

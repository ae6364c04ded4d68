/** Implements `jig plugin key`, which creates a signing key, and `jig plugin index`, which creates the index of a folder. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { JigError, manifestIn, toJigError, writeAtomically } from "../../host/frontend-api.ts";
import { authorStatement, PACK_ENDING, unpacked } from "../pack.ts";
import { counted, readPlace, readWords, type Subcommand } from "../terminal.ts";
import { type IndexBody, type PluginIndex, parseIndex, parseReference, type Release, signIndex } from "./index-file.ts";
import { fingerprint, isSignedBy, newSigningKey, type SigningKey, signingKey } from "./package-signing.ts";

export const key: Subcommand = {
  name: "key",
  usage: "FILE",
  summary: "Make a key to sign plugins or an index with; anyone who has the file can sign as you",
  async run(words, terminal) {
    const path = readPlace(words, terminal);
    if (path === undefined) throw new JigError("INVALID_ARGUMENT", "key needs the name of the file to write");
    writeAtomically(path, newSigningKey(), { replace: false, mode: 0o600 });
    await terminal.print(`${path}\n${fingerprint(keyFile(path).publicKey)}`);
    return 0;
  },
};

export const index: Subcommand = {
  name: "index",
  usage: `FOLDER --key FILE [--days N] [--revoke OWNER/NAME@VERSION --reason TEXT]`,
  summary: `Make or renew the signed index.json of a folder of signed plugins (*${PACK_ENDING})`,
  async run(words, terminal) {
    const { rest, values } = readWords(words, { key: "string", days: "string", revoke: "string", reason: "string" }, 1);
    const days = daysIn(values.get("days"));
    const named = values.get("key");
    if (rest[0] === undefined || named === undefined)
      throw new JigError("INVALID_ARGUMENT", "index needs a folder, and --key with a key file", {
        hint: "jig plugin key FILE makes one",
      });
    const folder = resolve(terminal.io.cwd, rest[0]);
    const signing = keyFile(resolve(terminal.io.cwd, named));
    const file = join(folder, "index.json");
    const before = existsSync(file) ? ownIndex(file, signing) : undefined;
    const content = bodyOf(folder, signing, before, days);
    revoke(content, values.get("revoke"), values.get("reason"));
    writeAtomically(file, signIndex(content, signing), { replace: true });
    const releases = Object.values(content.plugins).flatMap(Object.values) as Release[];
    const revoked = releases.filter((release) => release.revoked !== undefined).length;
    const about = `${counted(Object.keys(content.plugins).length, "plugin")}, ${counted(releases.length, "version")}, ${revoked} revoked`;
    await terminal.print(
      `${file}: number ${content.serial}, ${about}, valid until ${content.expires.slice(0, 10)}\n${fingerprint(signing.publicKey)}`,
    );
    return 0;
  },
};

const DAY_MS = 24 * 60 * 60 * 1000;
const [DEFAULT_DAYS, MAX_DAYS] = [90, 366];

/** Returns the number of days until the index expires. */
function daysIn(written: string | undefined): number {
  const days = Number(written ?? DEFAULT_DAYS);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return days;
  throw new JigError("INVALID_ARGUMENT", `--days takes a number from 1 to ${MAX_DAYS}, not "${written}"`);
}

export function keyFile(path: string): SigningKey {
  let pem: string;
  try {
    pem = readFileSync(path, "utf8");
  } catch (error) {
    throw toJigError(error, `read ${path}`);
  }
  return signingKey(pem, path);
}

function ownIndex(file: string, signing: SigningKey): PluginIndex {
  const before = parseIndex(readFileSync(file), file);
  if (before.key === signing.publicKey) return before;
  throw new JigError("INVALID_ARGUMENT", `${file} was signed with another key: ${fingerprint(before.key)}`, {
    hint: "Readers have pinned that key. Sign with it, or make a new index somewhere else",
  });
}

/** Lists all packages in the folder. Revocations are kept even if the file no longer exists. */
function bodyOf(folder: string, signing: SigningKey, before: PluginIndex | undefined, days: number): IndexBody {
  const content: IndexBody = {
    format: 1,
    serial: (before?.serial ?? 0) + 1,
    expires: new Date(Date.now() + days * DAY_MS).toISOString(),
    key: signing.publicKey,
    owners: { ...before?.owners },
    plugins: {},
  };
  for (const [full, versions] of Object.entries(before?.plugins ?? {})) {
    const revoked = Object.entries(versions).filter(([, release]) => release.revoked !== undefined);
    if (revoked.length > 0) content.plugins[full] = Object.fromEntries(revoked);
  }
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(PACK_ENDING)) continue;
    const bytes = readFileSync(join(folder, file));
    const { full, version, owner, key } = signerOf(bytes, join(folder, file));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const wrong = (why: string, hint: string) => new JigError("INVALID_ARGUMENT", `${file}: ${why}`, { hint });
    content.owners[owner] ??= key;
    if (content.owners[owner] !== key)
      throw wrong(`its key is not ${owner}'s`, `The index has ${fingerprint(content.owners[owner])}`);
    const published = before?.plugins[full]?.[version];
    if (published && published.sha256 !== sha256)
      throw wrong(`${full} ${version} was already published with different content`, "Give it a new version");
    const versions = content.plugins[full] ?? {};
    content.plugins[full] = versions;
    if (versions[version] && versions[version].file !== file)
      throw wrong(`${full} ${version} is also in ${versions[version].file}`, "Remove one of them");
    versions[version] ??= { file, bytes: bytes.length, sha256 };
  }
  return content;
}

/** Throws INVALID_ARGUMENT if the package isn't signed. */
function signerOf(bytes: Uint8Array, path: string) {
  const content = unpacked(bytes, path);
  const { signed } = content;
  const file = manifestIn(content);
  const unsigned = (why: string) =>
    new JigError("INVALID_ARGUMENT", `${path} ${why}`, {
      hint: "Sign it with jig plugin pack FOLDER --key FILE --owner NAME",
    });
  if (!file) throw unsigned("has no usable plugin.json");
  if (!signed) throw unsigned("is not signed");
  const { owner, key, signature } = signed;
  if (!parseReference(`${owner}/${file.name}`))
    throw unsigned(`has an owner that no index accepts: ${JSON.stringify(owner)}`);
  if (!isSignedBy(key, authorStatement(owner, file.name, file.version, content.hash), signature))
    throw unsigned("has a wrong signature");
  return { full: `${owner}/${file.name}`, version: file.version, owner, key };
}

function revoke(content: IndexBody, written: string | undefined, reason: string | undefined): void {
  if (written === undefined && reason === undefined) return;
  const reference = parseReference(written ?? "");
  const release = reference?.version && content.plugins[`${reference.owner}/${reference.name}`]?.[reference.version];
  if (!release || !reason)
    throw new JigError("INVALID_ARGUMENT", "--revoke takes OWNER/NAME@VERSION from the index, and --reason says why", {
      hint: `It has ${Object.entries(content.plugins)
        .flatMap(([full, all]) => Object.keys(all).map((each) => `${full}@${each}`))
        .slice(0, 20)
        .join(", ")}`,
    });
  release.revoked = reason.replace(/\p{C}+/gu, " ").slice(0, 500);
}

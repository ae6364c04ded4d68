/** Defines the index of plugins, which is a signed JSON file with versions, URLs and revocations. */
import * as v from "valibot";
import { didYouMean, errorMessage, JigError } from "../../host/frontend-api.ts";
import { isPublicKey, isSignature, isSignedBy, type SigningKey } from "./package-signing.ts";

/** Excludes names like `constructor` that exist on every object. */
const word = /^(?!constructor$|prototype$)[a-z][a-z0-9-]{0,31}$/;
const FULL_NAME = /^([a-z][a-z0-9-]{0,31})\/([a-z][a-z0-9-]{0,31})$/;
const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\w.-]{1,40}))?$/;
const REFERENCE = /^([^@]+)(?:@(.+))?$/;

const owner = v.pipe(v.string(), v.regex(word));
const key = v.pipe(v.string(), v.check(isPublicKey, "not an Ed25519 key"));
const signature = v.pipe(v.string(), v.check(isSignature, "not an Ed25519 signature"));
/** This is shown in terminals and to models, so it must not contain control characters. */
const reason = v.pipe(v.string(), v.regex(/^\P{C}{1,500}$/u));
const release = v.strictObject({
  /** A path relative to the index, or a URL. */
  file: v.pipe(v.string(), v.maxLength(1000), v.check(isFileOrUrl, "neither a file next to the index nor a URL")),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The SHA-256 of the file. */
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  revoked: v.optional(reason),
});
const body = {
  format: v.literal(1),
  /** Increases with every change. Readers reject older ones. */
  serial: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** Limits how long someone could hide revocations by serving an old index. */
  expires: v.pipe(v.string(), v.isoTimestamp()),
  key,
  owners: v.record(owner, key),
  plugins: v.record(v.pipe(v.string(), v.regex(FULL_NAME)), v.record(v.pipe(v.string(), v.regex(VERSION)), release)),
};
const unsigned = v.strictObject(body);
const signed = v.strictObject({ ...body, signature });

export type Release = v.InferOutput<typeof release>;
export type IndexBody = v.InferOutput<typeof unsigned>;
export type PluginIndex = v.InferOutput<typeof signed>;

/** `owner/name`, optionally with a version prefix. */
export interface PluginReference {
  owner: string;
  name: string;
  version: string | undefined;
}

/** Accepts `owner/name` and `owner/name@1.2`, and returns undefined for anything else. */
export function parseReference(written: string): PluginReference | undefined {
  const [, full = "", version] = REFERENCE.exec(written) ?? [];
  const [, owner = "", name = ""] = FULL_NAME.exec(full) ?? [];
  return word.test(owner) && word.test(name) ? { owner, name, version } : undefined;
}

/** Throws UNAVAILABLE for an invalid index, and UNTRUSTED for a wrong signature. */
export function parseIndex(bytes: Uint8Array, place: string): PluginIndex {
  let index: PluginIndex;
  try {
    index = v.parse(signed, JSON.parse(Buffer.from(bytes).toString()));
  } catch (error) {
    throw new JigError("UNAVAILABLE", `${place} is not a plugin index: ${errorMessage(error)}`, {
      hint: "jig plugin index makes one from a folder",
      cause: error,
    });
  }
  const { signature, ...rest } = index;
  if (!isSignedBy(rest.key, statementOf(rest), signature))
    throw new JigError("UNTRUSTED", `The signature of the index ${place} is wrong`, {
      hint: "It was changed after it was signed: tell its maintainer",
    });
  return index;
}

export function signIndex(content: IndexBody, key: SigningKey): string {
  return `${JSON.stringify({ ...content, signature: key.sign(statementOf(content)) }, null, 2)}\n`;
}

/** The order of the keys is fixed, because the signature depends on it. */
function statementOf({ format, serial, expires, key, owners, plugins }: IndexBody): string {
  return `jig plugin index\n${JSON.stringify([format, serial, expires, key, sorted(owners), sorted(plugins)])}`;
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}

export interface ChosenRelease {
  version: string;
  release: Release;
}

/**
 * Returns the latest matching version that isn't revoked. Throws INVALID_ARGUMENT if there isn't one, and UNTRUSTED if it is
 * revoked.
 */
export function chooseRelease(
  index: PluginIndex,
  { owner, name, version }: PluginReference,
  place: string,
): ChosenRelease {
  const full = `${owner}/${name}`;
  const versions = Object.hasOwn(index.plugins, full) ? index.plugins[full] : undefined;
  if (!versions) {
    const near = didYouMean(full, Object.keys(index.plugins));
    throw new JigError(
      "INVALID_ARGUMENT",
      `There is no ${full} in ${place}`,
      near ? { hint: `Did you mean "${near}"?` } : {},
    );
  }
  const all = Object.entries(versions)
    .map(([version, release]) => ({ version, release }))
    .sort((a, b) => compareVersions(b.version, a.version));
  const fitting = all.filter((each) => fits(each.version, version));
  const found = fitting.find(({ release }) => release.revoked === undefined);
  if (found) return found;
  const [revoked] = fitting;
  if (revoked)
    throw new JigError("UNTRUSTED", `${full} ${revoked.version} was revoked by ${place}: ${revoked.release.revoked}`, {
      hint: "Use another version, or do without it",
    });
  throw new JigError(
    "INVALID_ARGUMENT",
    `There is no ${version === undefined ? "stable version" : `version ${version}`} of ${full} in ${place}`,
    {
      hint: `Available: ${
        all
          .slice(0, 10)
          .map((each) => each.version)
          .join(", ") || "none"
      }`,
    },
  );
}

/** `1.2` matches any 1.2.x. Prereleases only match if they are named. */
function fits(version: string, wanted: string | undefined): boolean {
  if (version === wanted) return true;
  return !version.includes("-") && (wanted === undefined || version.startsWith(`${wanted}.`));
}

/** Compares by semver. The result is negative if `a` is earlier. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [VERSION.exec(a) ?? [], VERSION.exec(b) ?? []];
  for (const at of [1, 2, 3]) {
    const difference = Number(first[at]) - Number(second[at]);
    if (difference !== 0) return difference;
  }
  const [before, other] = [first[4], second[4]];
  if (before === undefined || other === undefined) return Number(before === undefined) - Number(other === undefined);
  return compareParts(before.split("."), other.split("."));
}

function compareParts(a: string[], b: string[]): number {
  for (const [at, part] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (part === other) continue;
    const [number, otherNumber] = [part, other].map((each) => (/^\d+$/.test(each) ? Number(each) : undefined));
    if (number !== undefined && otherNumber !== undefined) return number - otherNumber;
    if (number !== undefined || otherNumber !== undefined) return number === undefined ? 1 : -1;
    return part < other ? -1 : 1;
  }
  return a.length - b.length;
}

/** Accepts a relative path or a URL. `index-location` enforces https. */
function isFileOrUrl(file: string): boolean {
  if (/\p{C}/u.test(file)) return false;
  if (/^https?:\/\//.test(file)) return URL.canParse(file);
  return file.split("/").every((part) => /^[^\\:/?#%]+$/.test(part) && part !== "." && part !== "..");
}

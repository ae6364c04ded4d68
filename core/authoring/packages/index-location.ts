/** Reads an index and its plugins from an https URL, a file or a folder, with size limits. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorCode, errorMessage, isObject, JigError, toJigError } from "../../host/frontend-api.ts";
import { MAX_PACK_BYTES } from "../pack.ts";
import type { Release } from "./index-file.ts";

const INDEX_NAME = "index.json";
const MAX_INDEX_BYTES = 16 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 120_000;
/** In the form that URLs have. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export interface IndexLocation {
  /** The URL or path of the index, which is used as a key in the lock file. */
  id: string;
  index(signal: AbortSignal): Promise<Uint8Array>;
  /** Verifies the hash in the index. */
  release(release: Release, signal: AbortSignal): Promise<Uint8Array>;
}

/** Throws INVALID_ARGUMENT for an insecure URL. */
export function indexLocation(written: string, cwd: string): IndexLocation {
  const place = /^[a-z][a-z0-9+.-]+:\/\//i.test(written) ? remote(safeUrl(written)) : local(resolve(cwd, written));
  return {
    id: place.id,
    index: (signal) => place.read("", MAX_INDEX_BYTES, signal),
    async release(release, signal) {
      const { file, bytes, sha256 } = release;
      if (bytes > MAX_PACK_BYTES)
        throw new JigError(
          "LIMIT_EXCEEDED",
          `${file} has ${bytes} bytes, but a plugin may have at most ${MAX_PACK_BYTES}`,
        );
      const content = await place.read(file, bytes, signal);
      if (content.length < bytes)
        throw new JigError("UNAVAILABLE", `${file} ended after ${content.length} of ${bytes} bytes`, {
          hint: "Try again; if it happens again, tell the maintainer of the index",
        });
      if (createHash("sha256").update(content).digest("hex") !== sha256)
        throw new JigError("UNTRUSTED", `${file} does not match the hash in the index ${place.id}`, {
          hint: "Tell the maintainer of the index",
        });
      return content;
    },
  };
}

interface Location {
  id: string;
  /** Throws LIMIT_EXCEEDED above `max` bytes. */
  read(file: string, max: number, signal: AbortSignal): Promise<Uint8Array>;
}

function local(written: string): Location {
  const stat = statSync(written, { throwIfNoEntry: false });
  if (!stat) throw new JigError("PATH_NOT_FOUND", `There is no index at ${written}`);
  const id = stat.isDirectory() ? join(realpathSync.native(written), INDEX_NAME) : realpathSync.native(written);
  return {
    id,
    async read(file, max, signal) {
      if (/^https?:/.test(file)) return await remote(safeUrl(file)).read("", max, signal);
      return regularFile(file === "" ? id : join(dirname(id), file), max);
    },
  };
}

/** Only regular files are read, because reading a pipe might never end. */
function regularFile(path: string, max: number): Uint8Array {
  try {
    if (!statSync(path).isFile()) throw new JigError("NOT_A_FILE", `${path} is not a regular file`);
    const handle = openSync(path, "r");
    try {
      const { size } = fstatSync(handle);
      if (size > max) throw tooMuch(path, max);
      return readFileSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw toJigError(error, `read ${path}`);
  }
}

function remote(written: URL): Location {
  const index = new URL(written);
  if (index.pathname.endsWith("/")) index.pathname += INDEX_NAME;
  return {
    id: index.href,
    read: (file, max, signal) => fetched(file === "" ? index : new URL(file, index), max, signal),
  };
}

async function fetched(first: URL, max: number, signal: AbortSignal): Promise<Uint8Array> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let url = safeUrl(first.href);
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await fetch(url, { signal: either, redirect: "manual", headers: { accept: "*/*" } });
      const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
      if (location === null) return await bodyOf(response, url, max);
      await response.body?.cancel();
      url = safeUrl(new URL(location, url).href);
    }
    throw new JigError("UNAVAILABLE", `${first.href} redirects more than ${MAX_REDIRECTS} times`);
  } catch (error) {
    if (error instanceof JigError) throw error;
    if (signal.aborted) throw new JigError("CANCELLED", `Reading ${first.href} was cancelled`, { cause: error });
    if (error instanceof Error && isOfCertificate(error)) throw untrustedServer(url, error);
    const code = either.aborted ? "TIMEOUT" : "UNAVAILABLE";
    throw new JigError(code, `Cannot read ${first.href}: ${errorMessage(error)}`, {
      hint: "Check the address and the network connection",
      cause: error,
    });
  }
}

/** Matches OpenSSL's errors of verification, and wrong host names. */
function isOfCertificate(error: unknown): boolean {
  const cause = typeof error === "object" && error !== null && "cause" in error ? error.cause : undefined;
  return (
    /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME/.test(errorCode(error)) ||
    (isObject(cause) && isOfCertificate(cause))
  );
}

function untrustedServer({ origin }: URL, cause: Error): JigError {
  return new JigError("UNTRUSTED", `The certificate of ${origin} is not trusted: ${cause.message}`, {
    hint: "If your own authority issued it, set NODE_EXTRA_CA_CERTS to that authority's file",
    cause,
  });
}

async function bodyOf(response: Response, url: URL, max: number): Promise<Uint8Array> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new JigError("UNAVAILABLE", `${url.href} answers ${response.status} ${response.statusText}`.trimEnd(), {
      hint: "Check the address",
    });
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > max) throw tooMuch(url.href, max);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooMuch(what: string, max: number): JigError {
  return new JigError("LIMIT_EXCEEDED", `${what} has more than ${max} bytes, which is the limit`, {
    hint: "Tell the maintainer of the index",
  });
}

/** Requires https or a loopback address, also after redirects. */
function safeUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname)))) return url;
  throw new JigError("INVALID_ARGUMENT", `An index and its plugins must use https:, not "${text}"`, {
    hint: "Anyone on the network could change http: traffic",
  });
}

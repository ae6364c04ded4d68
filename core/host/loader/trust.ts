/**
 * Decides which plugins of a repository may run. Approvals are by real path and content hash, and they are stored outside of
 * repositories. The code that runs is a read-only copy with the hash as its name, so replacing a file after the approval has no
 * effect.
 */
import { mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { errorCode, errorMessage } from "../contract/error-parts.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import { writeAtomically } from "../runtime/atomic-write.ts";
import { ownFolderError } from "../runtime/own-folder.ts";
import { createDevApprovals } from "./dev-approvals.ts";
import type { FolderContent } from "./folder-content.ts";
import { serialize } from "./serialize.ts";
import { createTrustedCopies } from "./trusted-copies.ts";

const approval = v.object({
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  name: v.string(),
  /** True if it may run without a sandbox although it needs write, run or net. */
  unsandboxed: v.boolean(),
  approvedAt: v.string(),
  /**
   * True if it was created here. If a change by its author needs no further permissions and the plugin runs confined, there is
   * no review.
   */
  authored: v.optional(v.boolean()),
});
/** These are stored separately from approvals, so that no version of jig can mistake one for an approval. */
const withdrawal = v.object({ name: v.string(), authored: v.optional(v.boolean()), withdrawnAt: v.string() });
const store = v.object({
  version: v.literal(1),
  plugins: v.record(v.string(), approval),
  withdrawn: v.optional(v.record(v.string(), withdrawal), {}),
});
type Store = v.InferOutput<typeof store>;

export type Approval = v.InferOutput<typeof approval>;

export interface Trust {
  /** Finds the approval of a folder, even if its content is different by now. */
  approvalOf(folder: string): Approval | undefined;
  /** The content hash that a running `jig plugin dev` has approved. */
  devHash(folder: string): string | undefined;
  /** True if the last decision about this folder was to withdraw its approval. */
  isWithdrawn(folder: string): boolean;
  /** Approves exactly this content. If the folder has an author, that does not change. */
  approve(folder: string, content: FolderContent, what: Pick<Approval, "name" | "unsandboxed" | "authored">): void;
  /** Approves exactly this content until the returned function is called or the process ends. Nothing is saved. */
  approveWhileRunning(folder: string, content: FolderContent): () => void;
  /** Withdraws an approval and remembers this. It returns false if there was no approval. */
  revoke(folder: string): boolean;
  /** Returns the read-only copy of a content. It is restored if it is missing or was modified. */
  copyOf(content: FolderContent): string;
  /** Returns the copy that was approved last, for a diff. It is undefined if that no longer exists. */
  savedCopy(hash: string): FolderContent | undefined;
}

export interface TrustFolders {
  configFolder: string;
  cacheFolder: string;
}

export function createTrust({ configFolder, cacheFolder }: TrustFolders): Trust {
  const file = join(configFolder, "trust.json");
  const devApprovals = createDevApprovals(join(configFolder, "dev"));

  const nothing = (): Store => ({ version: 1, plugins: {}, withdrawn: {} });
  const readAll = (): Store => v.parse(store, JSON.parse(readFileSync(file, "utf8")));
  /** A file that can't be read approves nothing. */
  const read = (): Store => {
    try {
      return readAll();
    } catch {
      return nothing();
    }
  };
  /** @throws UNAVAILABLE if approvals can't be read, because they would be lost otherwise */
  const readBefore = (): Store => {
    try {
      return readAll();
    } catch (error) {
      if (errorCode(error) === "ENOENT") return nothing();
      throw new JigError("UNAVAILABLE", `The approvals in ${file} cannot be read: ${errorMessage(error)}`, {
        hint: "Correct that file, or remove it and approve each plugin again",
        cause: error,
      });
    }
  };
  const change = (changed: (before: Store) => Store) => {
    try {
      mkdirSync(configFolder, { recursive: true, mode: 0o700 });
      serialize(`${file}.lock`, () => {
        writeAtomically(file, `${JSON.stringify(changed(readBefore()), null, 2)}\n`, { replace: true, mode: 0o600 });
      });
    } catch (error) {
      if (error instanceof JigError && error.hint) throw error;
      const known = ownFolderError(error, configFolder, "XDG_CONFIG_HOME");
      if (known) throw known;
      const { code, message } = toJigError(error, `write ${file}`);
      throw new JigError(code, message, { hint: "Make that folder writable, or name another with XDG_CONFIG_HOME" });
    }
  };
  /** Undefined as long as approvals can't be read. */
  const named = () => {
    try {
      const approved = Object.values(readBefore().plugins).map(({ hash }) => hash);
      return new Set([...approved, ...devApprovals.hashes()]);
    } catch {
      return undefined;
    }
  };
  const copies = createTrustedCopies(cacheFolder, named);

  const trust: Trust = {
    savedCopy: copies.saved,
    copyOf: copies.copyOf,
    approvalOf: (folder) => own(read().plugins, realFolder(folder)),
    isWithdrawn: (folder) => own(read().withdrawn, realFolder(folder)) !== undefined,
    devHash: (folder) => devApprovals.hashOf(realFolder(folder)),
    approveWhileRunning(folder, content) {
      trust.copyOf(content);
      return devApprovals.approve(realFolder(folder), content.hash);
    },
    approve(folder, content, what) {
      trust.copyOf(content);
      const key = realFolder(folder);
      change(({ plugins, withdrawn: { [key]: withdrawn, ...others }, ...rest }) => {
        const authored = what.authored ?? own(plugins, key)?.authored ?? withdrawn?.authored;
        const approval = { ...what, authored, hash: content.hash, approvedAt: new Date().toISOString() };
        return { ...rest, plugins: { ...plugins, [key]: approval }, withdrawn: others };
      });
    },
    revoke(folder) {
      const key = realFolder(folder);
      if (!own(read().plugins, key)) return false;
      change(({ plugins: { [key]: approval, ...others }, withdrawn, ...rest }) => {
        if (!approval) return { ...rest, plugins: others, withdrawn };
        const { name, authored } = approval;
        const now = { name, authored, withdrawnAt: new Date().toISOString() };
        return { ...rest, plugins: others, withdrawn: { ...withdrawn, [key]: now } };
      });
      return true;
    },
  };
  return trust;
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

function own<Value>(record: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

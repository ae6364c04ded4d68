/** Stores approvals that last as long as `jig plugin dev` runs. Each process has its own file, separate from the trust store. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { writeAtomically } from "../runtime/atomic-write.ts";
import { listNames } from "../runtime/list-names.ts";
import { inOwnFolder } from "../runtime/own-folder.ts";
import { isProcessAlive } from "../runtime/process-alive.ts";

const approval = v.object({ folder: v.string(), hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) });

export interface DevApprovals {
  /** Returns a function that revokes the approval. */
  approve(folder: string, hash: string): () => void;
  /** Returns undefined unless a living process has approved the folder. */
  hashOf(folder: string): string | undefined;
  /** Returns everything that living processes have approved. */
  hashes(): string[];
}

export function createDevApprovals(directory: string): DevApprovals {
  const living = () =>
    listNames(directory).flatMap((name) => {
      const pid = /^(\d+)\.json$/.exec(name)?.[1];
      if (pid === undefined) return [];
      if (isProcessAlive(Number(pid))) return read(join(directory, name)) ?? [];
      rmSync(join(directory, name), { force: true });
      return [];
    });
  return {
    approve(folder, hash) {
      const file = join(directory, `${process.pid}.json`);
      inOwnFolder(directory, "XDG_CONFIG_HOME", () => {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        writeAtomically(file, JSON.stringify({ folder, hash }), { replace: true, mode: 0o600 });
      });
      return () => rmSync(file, { force: true });
    },
    hashOf: (folder) => living().find((each) => each.folder === folder)?.hash,
    hashes: () => living().map(({ hash }) => hash),
  };
}

function read(file: string): v.InferOutput<typeof approval> | undefined {
  try {
    return v.parse(approval, JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

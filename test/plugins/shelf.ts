/** Plugins and indexes for tests, valid and invalid. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { authorStatement, packed } from "../../core/authoring/pack.ts";
import { signIndex } from "../../core/authoring/packages/index-file.ts";
import { newSigningKey, signingKey } from "../../core/authoring/packages/package-signing.ts";
import { contentHash } from "../../core/host/frontend-api.ts";
import { scratch } from "../jig.ts";

// biome-ignore lint/suspicious/noExplicitAny: what indexes and packs hold is broken on purpose
export type Any = any;

export const AUTHOR = signingKey(newSigningKey(), "author");
export const STRANGER = signingKey(newSigningKey(), "stranger");
const KEEPER = signingKey(newSigningKey(), "keeper");

interface Wanted {
  version?: string;
  manifest?: object;
  files?: Record<string, string>;
  owner?: string;
  key?: typeof AUTHOR;
  name?: string;
}

/** A signed package of a plugin that returns its version. */
export function pack({
  version = "1.0.0",
  manifest = {},
  files = {},
  owner = "acme",
  key = AUTHOR,
  name = "todo",
}: Wanted = {}) {
  const written = {
    name,
    version,
    title: "To do",
    description: "Answers its version.",
    host: "^1",
    tools: {
      todo_version: {
        title: "Version",
        description: "Answers the version of the plugin that was installed.",
        effect: "read",
        input: { type: "object", properties: {} },
        handler: "./todo.ts",
      },
    },
    ...manifest,
  };
  const all = {
    "plugin.json": JSON.stringify(written),
    "todo.ts": `export default async () => ({ value: { version: ${JSON.stringify(version)} } });\n`,
    ...files,
  };
  const content = Object.entries(all)
    .map(([path, text]) => ({ path, bytes: Buffer.from(text), executable: false }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const hash = contentHash(content);
  const signature = key.sign(authorStatement(owner, name, version, hash));
  return packed({ hash, files: content, signed: { owner, key: key.publicKey, signature } });
}

/** An index of these files, possibly invalid. */
export function index(
  packs: Record<string, Uint8Array>,
  change: (content: Any) => void = () => {},
  serial = 1,
  key = KEEPER,
) {
  const folder = scratch({ ...packs });
  const releases = Object.entries(packs).map(([file, bytes]) => {
    const [, version = ""] = /-(\d.*)\.jigplugin$/.exec(file) ?? [];
    return [version, { file, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") }];
  });
  const content = {
    format: 1 as const,
    serial,
    expires: new Date(Date.now() + 86_400_000).toISOString(),
    key: key.publicKey,
    owners: { acme: AUTHOR.publicKey },
    plugins: { "acme/todo": Object.fromEntries(releases) },
  };
  change(content);
  writeFileSync(join(folder, "index.json"), signIndex(content, key));
  return folder;
}

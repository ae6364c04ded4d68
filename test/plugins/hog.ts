/** A plugin that allocates the given amount of memory. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "../jig.ts";

/** A repository with a plugin that allocates this many MB. */
export function hog(memory: number | undefined, folder = scratch()): string {
  const plugin = join(folder, ".jig", "plugins", "hog");
  mkdirSync(plugin, { recursive: true });
  const input = { type: "object", properties: { mb: { type: "integer", description: "Megabytes" } }, required: ["mb"] };
  const manifest = {
    name: "hog",
    version: "1.0.0",
    title: "Hog",
    description: "Takes memory.",
    host: "^1",
    ...(memory === undefined ? {} : { memoryMb: memory }),
    tools: { hog_take: { title: "Take", description: "Takes memory.", effect: "read", handler: "./hog.ts", input } },
  };
  writeFileSync(join(plugin, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(
    join(plugin, "hog.ts"),
    `export default async ({ mb }) => {
      const held = Array.from({ length: mb }, () => new Uint8Array(1 << 20).fill(7));
      await new Promise((settle) => setTimeout(settle, 2000));
      return { value: { held: held.length } };
    };\n`,
  );
  return folder;
}

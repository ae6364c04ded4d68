/** Plugins on disk that return a fixed value, and a folder to try them in. */
import { scratch } from "../jig.ts";

export const root = scratch({ "a.txt": "some text\n", "names.fixture": "one\ntwo\n" });
export const options = { cwd: root };

/** A plugin folder that returns `value`. */
export function pluginOf(
  name: string,
  tool: string,
  extra: object = {},
  code = "export default async () => ({ value: 1 });",
) {
  const manifest = {
    name,
    version: "1.0.0",
    title: name,
    description: "A plugin of a test.",
    host: "^1",
    tools: {
      [tool]: {
        title: tool,
        description: "A tool.",
        effect: "read",
        input: { type: "object", properties: {} },
        handler: "./tool.ts",
      },
    },
    ...extra,
  };
  return { [`${name}/plugin.json`]: JSON.stringify(manifest), [`${name}/tool.ts`]: code };
}

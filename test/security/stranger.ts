/** A third-party plugin that runs Python code given by a test, with the given permissions. */
import { join } from "node:path";
import { runJig, scratch } from "../jig.ts";

interface Granted {
  permissions?: object;
  effect?: "read" | "write";
  openWorld?: boolean;
  /** `memoryMb` and `storageMb`. */
  limits?: object;
  cwd?: string;
  env?: Record<string, string>;
}

const SCRIPT = `import errno, json, os, sys
given = json.load(sys.stdin)
def tried(what):
    try:
        return what()
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))
scope = {"tried": tried}
exec(given["code"], scope)
print(json.dumps({"value": scope.get("got")}))
`;

/** Returns `got` as set by the code, and jig's message. In the code, `tried(f)` returns an error by name. */
export function asStranger(code: string, granted: Granted = {}): { got?: unknown; said: string } {
  const { permissions = {}, effect = "read", openWorld = false, limits = {}, cwd = scratch(), env = {} } = granted;
  const manifest = {
    ...{ host: "^1", name: "stranger", version: "1.0.0", title: "Stranger", description: "Does what a test says." },
    permissions: { run: ["python3"], ...permissions },
    ...limits,
    tools: {
      stranger_do: {
        ...{ title: "Do", description: "Does it.", effect, openWorld, handler: { command: ["python3", "do.py"] } },
        input: { type: "object", properties: { code: { type: "string", description: "Python" } }, required: ["code"] },
      },
    },
  };
  const folder = join(
    scratch({ "stranger/plugin.json": JSON.stringify(manifest), "stranger/do.py": SCRIPT }),
    "stranger",
  );
  const words = ["call", "stranger_do", "--as", "json", "--plugins", folder, "--input", JSON.stringify({ code })];
  const { code: exit, stdout, stderr } = runJig(words, { cwd, env: { PATH: "/usr/bin:/bin", ...env } });
  return exit === 0 ? { got: JSON.parse(stdout), said: "" } : { said: stdout + stderr };
}

/** Finds imports of Python scripts that would fail. Modules are looked up, not loaded. */
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { findOnPath, type ManifestFault, type PluginFile, type Runtime } from "../host/frontend-api.ts";

/** Prints `line name` for each module that a script imports unconditionally and that cannot be found. */
const FIND = `import ast, importlib.util, os, sys
sys.path.insert(0, os.path.dirname(sys.argv[1]))
for node in ast.parse(open(sys.argv[1], "rb").read()).body:
    if isinstance(node, ast.Import):
        names = [each.name for each in node.names]
    else:
        names = [node.module] if isinstance(node, ast.ImportFrom) and node.level == 0 else []
    for name in names:
        if importlib.util.find_spec(name.split(".")[0]) is None:
            print(node.lineno, name)`;
const LIMIT_MS = 20_000;

/** Scripts that cannot be parsed are left to the syntax check. */
export function missingPythonImports(
  { tools }: Pick<PluginFile, "tools">,
  folder: string,
  { PATH, ...environment }: Runtime["environment"],
): ManifestFault[] {
  const commands = Object.values(tools).flatMap(({ handler }) =>
    typeof handler === "string" ? [] : [handler.command],
  );
  const scripts = new Map(
    commands.flatMap(([program = "", ...words]): [string, string][] => {
      const python = /^python[\d.]*$/.test(basename(program))
        ? findOnPath(program, { PATH, ...environment })
        : undefined;
      const script = words.find((word) => extname(word) === ".py");
      return python === undefined || script === undefined ? [] : [[script, python]];
    }),
  );
  return [...scripts].flatMap(([script, python]) => {
    // -I leaves out the user's packages, which a confined plugin cannot read either.
    const { status, stdout } = spawnSync(python, ["-I", "-B", "-c", FIND, join(folder, script)], {
      cwd: tmpdir(),
      encoding: "utf8",
      env: { PATH, HOME: environment.HOME },
      timeout: LIMIT_MS,
    });
    if (status !== 0) return [];
    return stdout.split("\n").flatMap((line): ManifestFault[] => {
      const [, number, name] = /^(\d+) (.+)$/.exec(line) ?? [];
      if (number === undefined || name === undefined) return [];
      const place = join(dirname(script), `${name.split(".")[0]}.py`);
      const write = `Correct the name, install it for ${python}, or write ${place}`;
      return [
        { where: `${script.replace(/^\.\//, "")}:${number}`, what: `imports ${name}, which is not there`, write },
      ];
    });
  });
}

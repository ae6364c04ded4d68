/** `jig plugin check` and `test`: the faults of a plugin as *where, what, what to write*, and its examples run. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  errorCode,
  errorMessage,
  faultLines,
  faultsOf,
  JigError,
  normalize,
  type PluginFile,
  readPluginFile,
  toJigError,
} from "../host/frontend-api.ts";
import { buildPlugin } from "./build-command.ts";
import { importFaults } from "./bundled.ts";
import { consentedCopy, readConsentWords } from "./consent.ts";
import { runExamples } from "./examples.ts";
import { type Finding, lint, lintNames } from "./lint.ts";
import { revealedLines } from "./revealed-text.ts";
import { counted, readPlace, type Subcommand, type Terminal } from "./terminal.ts";

export const check: Subcommand = {
  name: "check",
  usage: "[FOLDER]",
  summary: "Report the faults of a plugin without running it: where, what, and what to write instead",
  async run(words, terminal, { runtime }) {
    const folder = readPlace(words, terminal) ?? terminal.io.cwd;
    const { file, findings } = look(folder);
    if (file) {
      findings.push(...lintNames(file, await otherTools(terminal, file.name)));
      const faults = await importFaults(file, folder, runtime);
      findings.push(...faults.map((fault) => ({ ...fault, level: "error" as const })));
    }
    for (const finding of findings) await terminal.print(revealedLines(`${finding.level}: ${faultLines([finding])}`));
    const errors = findings.filter((finding) => finding.level === "error").length;
    await terminal.print(`${counted(errors, "error")}, ${counted(findings.length - errors, "warning")}`);
    return errors > 0 ? 1 : 0;
  },
};

export const test: Subcommand = {
  name: "test",
  usage: "[FOLDER] [--update] [--hash HASH] [--unsandboxed]",
  summary: "Run the examples of a plugin and compare them with test/golden; --update writes those",
  async run(words, terminal, ports) {
    const { consent, on } = readConsentWords(words, terminal, {
      command: "test",
      remember: true,
      known: { update: "boolean" },
    });
    const { folder } = consent;
    const allowed = await consentedCopy(consent, terminal, ports);
    if (!allowed) return 1;
    let { copy } = allowed;
    if (existsSync(join(folder, "plugin.ts")) && (await buildPlugin(folder, copy, ports.runtime))) {
      // Its permissions may exceed the approved ones.
      const again = await consentedCopy({ ...consent, hash: undefined }, terminal, ports);
      if (!again) return 1;
      copy = again.copy;
    }
    const file = readPluginFile(folder);
    const ran = await runExamples({ folder, copy, file, cwd: terminal.io.cwd, update: on.has("update") }, ports);
    for (const { tool, title, fault, ms, chars } of ran) {
      const about = `${tool}: ${title} (${ms.toFixed(0)} ms, ${chars} characters)`;
      await terminal.print(revealedLines(fault ? `FAIL ${about}: ${fault}` : `ok   ${about}`));
    }
    const uncompared = ran.filter(({ fault, isNew }) => isNew && !fault).length;
    if (uncompared > 0)
      await terminal.print(`${counted(uncompared, "answer")} compared with nothing yet: --update writes test/golden`);
    const failed = ran.filter(({ fault }) => fault).length;
    await terminal.print(
      ran.length === 0
        ? `The manifest has no examples${file.contributes?.languages ? ", and test/workspace no file of its languages" : ""}`
        : `${ran.length - failed} of ${ran.length} examples are right`,
    );
    return failed > 0 ? 1 : 0;
  },
};

/** Names of the tools of all plugins but this one. */
async function otherTools(terminal: Terminal, plugin: string): Promise<string[]> {
  const host = await terminal.host();
  return host.tools().flatMap((tool) => (tool.plugin === plugin ? [] : [tool.name]));
}

/** Checks the shape first: with a wrong shape the other checks would only guess. */
function look(folder: string): { file?: PluginFile; findings: Finding[] } {
  const json = readJson(join(folder, "plugin.json"));
  const faults = faultsOf(json);
  if (faults.length > 0) return { findings: faults.map((fault) => ({ ...fault, level: "error" as const })) };
  const file = readPluginFile(folder);
  const findings = lint(file, folder);
  try {
    normalize(file, folder);
  } catch (error) {
    const { message, hint = "" } = toJigError(error);
    findings.unshift({ level: "error", where: "plugin.json", what: message, write: hint });
  }
  return { file, findings };
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw toJigError(error, `read ${path}`);
    throw new JigError("INVALID_ARGUMENT", `There is no ${path}`, {
      hint: existsSync(join(dirname(path), "plugin.ts"))
        ? "jig plugin build makes it from plugin.ts"
        : "Name the folder of a plugin; jig plugin new writes one",
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JigError("INVALID_ARGUMENT", `${path} is not JSON: ${errorMessage(error)}`, {
      hint: "Write one JSON object",
    });
  }
}

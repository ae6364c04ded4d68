/**
 * Implements `jig plugin check` and `jig plugin test`, which report problems with their location and a fix, and run the
 * examples.
 */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { readPluginFile, shellQuoted } from "../host/frontend-api.ts";
import { buildPlugin } from "./build-command.ts";
import { SOURCE } from "./bundled.ts";
import { consentedCopy, consentToBuild, readConsentWords } from "./consent.ts";
import { runExamples } from "./examples.ts";
import { findingLine, findingsIn, manifestFindings } from "./findings.ts";
import { revealedLines } from "./revealed-text.ts";
import { counted, pluginFolder, readWords, type Subcommand } from "./terminal.ts";

export const check: Subcommand = {
  name: "check",
  usage: "[FOLDER]",
  summary: "Report the faults of a plugin without running its handlers: where, what, and what to write instead",
  async run(words, terminal, { runtime }) {
    const folder = pluginFolder(readWords(words, {}, 1).rest[0], terminal);
    const { findings, unchecked } = await findingsIn(folder, terminal, runtime);
    for (const finding of findings) await terminal.print(findingLine(finding));
    for (const { path, why } of unchecked)
      await terminal.print(revealedLines(`note: the syntax of ${path} was not checked: ${why}`));
    const errors = findings.filter((finding) => finding.level === "error").length;
    await terminal.print(`${counted(errors, "error")}, ${counted(findings.length - errors, "warning")}`);
    return errors > 0 ? 1 : 0;
  },
};

export const test: Subcommand = {
  name: "test",
  usage: "[FOLDER] [--update] [--hash HASH] [--unsandboxed]",
  summary: "Run the examples of a plugin and compare them with test/golden; --update writes them",
  async run(words, terminal, ports) {
    const { consent, on } = readConsentWords(words, terminal, {
      command: "test",
      remember: true,
      known: { update: "boolean" },
    });
    const { folder } = consent;
    const allowed = await consentToBuild(consent, terminal, ports);
    if (!allowed) return 1;
    let { copy } = allowed;
    if (existsSync(join(folder, SOURCE))) {
      await buildPlugin(folder, copy, ports.runtime);
      // It may need more permissions than were approved.
      const again = await consentedCopy({ ...consent, hash: undefined }, terminal, ports);
      if (!again) return 1;
      copy = again.copy;
    }
    const file = readPluginFile(folder);
    const { findings } = manifestFindings(folder, ports.runtime.environment);
    const faults = findings.filter(({ level }) => level === "error");
    for (const fault of faults) await terminal.print(findingLine(fault));
    // Examples run in test/workspace, or in the current folder if the plugin has none, in which case golden answers can't be
    // compared.
    const isComparable = existsSync(join(folder, "test", "workspace"));
    const ran = await runExamples({ folder, copy, file, cwd: terminal.io.cwd, update: on.has("update") }, ports);
    for (const { tool, title, fault, isNew, ms, chars } of ran) {
      const about = `${tool}: ${title} (${ms.toFixed(0)} ms, ${chars} characters)`;
      const passed = isNew && isComparable ? "new " : "ok  ";
      await terminal.print(revealedLines(fault ? `FAIL ${about}: ${fault}` : `${passed} ${about}`));
    }
    const uncompared = ran.filter(({ fault, isNew }) => isNew && !fault).length;
    if (uncompared > 0) {
      const place = shellQuoted(relative(terminal.io.cwd, folder) || ".");
      const command = `\`jig plugin test ${place} --update\` records ${uncompared === 1 ? "it" : "them"}`;
      await terminal.print(`${counted(uncompared, "answer")} not in test/golden: ${command}`);
    }
    const failed = ran.filter(({ fault }) => fault).length + (isComparable ? uncompared : 0);
    await terminal.print(
      ran.length === 0
        ? `The manifest has no examples${file.contributes?.languages ? ", and test/workspace has no file in its languages" : ""}`
        : `${ran.length - failed} of ${ran.length} examples passed`,
    );
    return failed + faults.length > 0 ? 1 : 0;
  },
};

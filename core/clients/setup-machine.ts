/** Contains helpers for tests of the setup, which create machines with clients and configuration files. */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { runSetup, type SetupRequest } from "./setup-command.ts";
import type { SetupEnvironment } from "./setup-environment.ts";

export const POSIX = process.platform !== "win32";

export function put(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

/** A minimal server that only answers a health check. */
const SERVER = `#!/bin/sh
while read -r line; do
  case "$line" in
    *'"id":1'*) echo '{"jsonrpc":"2.0","id":1,"result":{}}' ;;
    *'"id":2'*) echo '{"jsonrpc":"2.0","id":2,"result":{"tools":[{},{},{}]}}' ;;
  esac
done
`;

export function machine(): SetupEnvironment & { root: string; bin: string } {
  const folder = mkdtempSync(join(tmpdir(), "jig-setup-"));
  const [root, bin] = [join(folder, "project"), join(folder, "bin")];
  mkdirSync(root);
  return {
    root,
    bin,
    home: join(folder, "home"),
    platform: "linux",
    environment: { PATH: `${bin}:/usr/bin:/bin` },
    self: { command: put(join(bin, "jig"), SERVER), args: [] },
    configFolder: join(folder, "config"),
  };
}

export async function setup(request: Partial<SetupRequest>, at: SetupEnvironment) {
  const shown: string[] = [];
  const said: string[] = [];
  const shell = {
    show: async (page: string) => void shown.push(page),
    say: (text: string) => void said.push(text),
    signal: new AbortController().signal,
    stdin: new PassThrough(),
    stderr: new PassThrough(),
  };
  const code = await runSetup(
    { clients: [], scope: undefined, yes: true, undo: false, agents: false, ...request },
    at,
    shell,
  );
  return { code, shown: shown.join("\n"), said: said.join("\n") };
}

/** Realistic files that were edited by hand, with comments in odd places, trailing commas, one or several lines, and LF or CRLF. */
export const handEdited = fc
  .record({
    before: fc.uniqueArray(fc.constantFrom("alpha", "beta"), { maxLength: 2 }),
    after: fc.uniqueArray(fc.constantFrom("gamma", "delta"), { maxLength: 2 }),
    servers: fc.option(fc.subarray(["one", "jig", "two"]), { nil: undefined }),
    comments: fc.array(fc.constantFrom("", "// note", "/* note */", "/* a\n b */"), { minLength: 12, maxLength: 12 }),
    trailing: fc.boolean(),
    inline: fc.boolean(),
    indent: fc.constantFrom("  ", "    ", "\t"),
    eol: fc.constantFrom("\n", "\r\n"),
    final: fc.boolean(),
  })
  .map(({ before, after, servers, comments, trailing, inline, indent, eol, final }) => {
    let at = 0;
    const comment = () => {
      const next = comments[at++ % comments.length]!;
      return inline && next.startsWith("//") ? "/* note */" : next.replace("\n", inline ? " " : eol);
    };
    const object = (entries: [string, string][], depth: number): string => {
      const [line, close] = inline ? [" ", " "] : [eol + indent.repeat(depth + 1), eol + indent.repeat(depth)];
      const parts = entries.map(([key, value], index) => {
        const comma = index < entries.length - 1 || trailing ? "," : "";
        const note = comment();
        return `${line}"${key}": ${value}${comma}${note && ` ${note}`}`;
      });
      return entries.length === 0 ? "{}" : `{${parts.join("")}${close}}`;
    };
    const named = (servers ?? []).map((name): [string, string] => [name, object([["command", `"${name}"`]], 2)]);
    const all: [string, string][] = [
      ...before.map((key): [string, string] => [key, "1"]),
      ...(servers ? Object.entries({ mcpServers: object(named, 1) }) : []),
      ...after.map((key): [string, string] => [key, "[1, 2]"]),
    ];
    return object(all, 0) + (final ? eol : "");
  });

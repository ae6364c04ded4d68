/** The flags that every door takes, anywhere on the command line (design §4). This table is their only declaration. */
import type { Json } from "../host/mod.ts";
import { type Flag, takeFlags } from "./flags.ts";

export const FORMATS = ["json", "toon", "text"] as const;
export type Format = (typeof FORMATS)[number];

export interface HostFlags {
  /** `--root`, as written. */
  roots: string[];
  /** `--plugins`: folders of plugins. */
  plugins: string[];
  readOnly: boolean;
  /** The file to which every call is logged. */
  audit?: string;
  quiet: boolean;
  as?: Format;
}

const folders = { kind: "string", list: true, placeholder: "DIR" } as const;
const toggle = { kind: "boolean", list: false, placeholder: "" } as const;

const ROOT: Flag = {
  ...folders,
  name: "root",
  parameter: "root",
  description: "A workspace root. Default: JIG_ROOT, else CLAUDE_PROJECT_DIR, else the current folder.",
};
const PLUGINS: Flag = {
  ...folders,
  name: "plugins",
  parameter: "plugins",
  description: "A folder of plugins to load.",
};
const AS: Flag = {
  name: "as",
  parameter: "as",
  kind: "string",
  list: false,
  placeholder: FORMATS.join("|"),
  choices: [...FORMATS],
  description: "How to print an answer. Default: text on a terminal, json elsewhere.",
};
const QUIET: Flag = { ...toggle, name: "quiet", parameter: "quiet", description: "Print no progress and no remarks." };
const READ_ONLY: Flag = {
  ...toggle,
  name: "read-only",
  parameter: "read-only",
  description: "Refuse tools that write or execute.",
};
const AUDIT: Flag = {
  name: "audit",
  parameter: "audit",
  kind: "string",
  list: false,
  placeholder: "FILE",
  description: "Append a line of JSON for every call to a file.",
};

export const HOST_FLAGS: readonly Flag[] = [ROOT, PLUGINS, AS, QUIET, READ_ONLY, AUDIT];

/** Splits the command line into host flags and all the rest. Throws INVALID_ARGUMENT. */
export function takeHostFlags(words: string[]): { flags: HostFlags; rest: string[] } {
  const { values, rest } = takeFlags(words, HOST_FLAGS);
  const flags: HostFlags = {
    roots: (values.get(ROOT) ?? []) as string[],
    plugins: (values.get(PLUGINS) ?? []) as string[],
    quiet: isOn(values.get(QUIET)),
    readOnly: isOn(values.get(READ_ONLY)),
  };
  const audit = values.get(AUDIT);
  const as = values.get(AS);
  if (audit !== undefined) flags.audit = audit as string;
  if (as !== undefined) flags.as = as as Format;
  return { flags, rest };
}

function isOn(value: Json | undefined): boolean {
  return value === true;
}

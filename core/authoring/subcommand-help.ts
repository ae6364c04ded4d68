/** Contains the help for `jig plugin` and its commands. */
import type { Subcommand } from "./terminal.ts";

const FOLDER = ["FOLDER", "the plugin's folder; default: the current one"];
const HASH = ["--hash HASH", "approve this content without a terminal: the hash that the command printed"];
const UNSANDBOXED = ["--unsandboxed", "approve it even though this system cannot confine it"];
const INDEX = ["--index PLACE", "the index: a folder, a file or an https: address; default: JIG_PLUGIN_INDEX"];
const NEW_KEY = ["--new-key PRINT", "accept another key of an owner or index, by its fingerprint SHA256:…"];

interface Details {
  /** The arguments and flags with their descriptions. */
  words?: readonly (readonly string[])[];
  /** The effects of the command, and the next step. */
  about?: readonly string[];
  examples?: readonly string[];
}

const DETAILS: Record<string, Details> = {
  new: {
    words: [
      [
        "NAME",
        "a new folder with the plugin's name: a letter, then up to 31 characters from a-z, 0-9 and dash. The tool's name has _ for each dash",
      ],
      ["--template ts", "a typed manifest (plugin.ts) and a handler in TypeScript or JavaScript: the default"],
      ["--template python", "a Python command: a process for each call"],
      ["--template framed", "a Python process for all calls: progress, cancelled calls, files through jig"],
      ["--template shell", "a shell script with jq"],
      ["--template go", "a Go program, which you build; `rust` likewise"],
      ["--template framed-go", "like `framed`, but in Go; `framed-rust` in Rust"],
      ["--template language", "declarations and uses in a language, from a tree-sitter grammar"],
    ],
    about: ["Then: jig plugin test NAME, and jig NAME --help --plugins NAME."],
    examples: ["jig plugin new hello", "jig plugin new .jig/plugins/todo --template python"],
  },
  build: {
    words: [FOLDER, HASH, UNSANDBOXED],
    about: ["Run it after every change of plugin.ts, of npm packages, or of modules that use them."],
  },
  check: {
    words: [FOLDER],
    about: [
      "Parses the manifest, its schemas, its modules and its scripts (with python3, sh, ruby, gofmt … if they are installed), and names the scripts that it could not parse.",
      "An error means that something does not work, a warning that it could work better. Exit code 1 if there is an error.",
    ],
  },
  test: {
    words: [FOLDER, ["--update", "accept the answers: write test/golden"], HASH, UNSANDBOXED],
    about: [
      "Calls each example of the manifest with test/workspace as the workspace, if there is one, and compares the answer with test/golden/<tool>.<n>.json.",
      "A call that may write or run code gets a temporary copy of test/workspace, or an empty folder.",
      "Builds plugin.json from plugin.ts first; build compiled programs (Go, Rust) yourself. Exit code 1 if anything fails.",
    ],
    examples: ["jig plugin test hello", "jig plugin test hello --update"],
  },
  dev: {
    words: [FOLDER, HASH, UNSANDBOXED],
    about: [
      "Runs until Ctrl+C. A jig that was started with `--plugins FOLDER`, or in its repository, picks up each change at once.",
    ],
  },
  pack: {
    words: [
      FOLDER,
      ["--out FILE", "where to write it; default: NAME-VERSION.jigplugin here"],
      ["--key FILE", "sign it with this key of `jig plugin key`"],
      ["--owner NAME", "with --key: its owner, as an index lists it"],
    ],
    about: [
      "Refuses a plugin with errors, or with built files older than their sources; `jig plugin check` names them.",
      "A colleague runs `jig plugin install FILE`, compares the hash, and then has the plugin's tools in every workspace.",
    ],
    examples: ["jig plugin pack hello"],
  },
  key: { words: [["FILE", "the new private key, an Ed25519 key in PEM"]], examples: ["jig plugin key acme.pem"] },
  index: {
    words: [
      ["FOLDER", "the folder of signed packs; index.json is written there"],
      ["--key FILE", "the key of the index's maintainer"],
      ["--days N", "how long it is valid: 90 by default, 366 at most"],
      ["--revoke WHAT", "revoke OWNER/NAME@VERSION: it no longer runs wherever this index is read"],
      ["--reason TEXT", "with --revoke: the reason"],
    ],
    examples: ["jig plugin index packs --key keeper.pem"],
  },
  install: {
    words: [
      ["FILE", "a packed plugin"],
      ["OWNER/NAME", "a plugin from an index; @1.2 is its newest 1.2.x"],
      INDEX,
      NEW_KEY,
      HASH,
      UNSANDBOXED,
    ],
    about: [
      "Shows the plugin in full and asks. A FILE of a newer version replaces the installed one, and added permissions are shown.",
    ],
    examples: [
      "jig plugin install hello-0.1.0.jigplugin",
      "jig plugin install acme/todo --index https://example.com/plugins/",
    ],
  },
  update: {
    words: [
      ["NAME …", "plugins that came from an index; without a name all of them"],
      ["--check", "only show; exit code 1 if an installed version was revoked"],
      NEW_KEY,
      HASH,
      UNSANDBOXED,
    ],
    about: ["A plugin that was installed from a file is updated by installing the newer file."],
  },
  uninstall: { words: [["NAME …", "as `jig plugin list` shows them"]] },
  list: {
    words: [["--json", "as a JSON list"]],
    about: ["With --plugins DIR, also the plugins in that folder. Says why a plugin or one of its tools is missing."],
  },
  trust: {
    words: [
      ["FOLDER|NAME …", "plugins in .jig/plugins; default: all that are waiting for approval"],
      UNSANDBOXED,
      HASH,
    ],
    about: [
      "You approve exactly this content in this folder; a changed plugin needs a new approval, which shows the difference. A plugin that you made here with `jig plugin new` needs one only if it requests more permissions.",
    ],
    examples: ["jig plugin trust", "jig plugin trust .jig/plugins/todo --hash 0123456789abcdef"],
  },
  untrust: {
    words: [["FOLDER|NAME …", "whose approval is withdrawn"]],
    about: ["After that nothing starts it, not even --plugins, until `jig plugin trust` approves it again."],
  },
  reload: { about: ["Use it after you change a plugin by hand; `jig plugin dev` does it at every save."] },
};

/** Returns one line per command. */
export function helpOf(subcommands: readonly Subcommand[]): string {
  const calls = subcommands.map(({ name, usage }) => `  jig plugin ${name} ${usage}`.trimEnd());
  const width = Math.min(44, Math.max(...calls.map((call) => call.length)));
  const lines = calls.map((call, at) => {
    const { summary } = subcommands[at]!;
    return call.length > width ? `${call}\n${" ".repeat(width + 2)}${summary}` : `${call.padEnd(width + 2)}${summary}`;
  });
  return lines.join("\n");
}

export function detailedHelp(subcommand: Subcommand): string {
  const { words = [], about = [], examples = [] } = DETAILS[subcommand.name] ?? {};
  const width = Math.max(0, ...words.map(([word = ""]) => word.length));
  return [
    `Usage: jig plugin ${subcommand.name} ${subcommand.usage}`.trimEnd(),
    "",
    `${subcommand.summary}.`,
    ...(words.length > 0 ? ["", ...words.map(([word = "", text = ""]) => `  ${word.padEnd(width)}  ${text}`)] : []),
    ...(about.length > 0 ? ["", ...about] : []),
    ...(examples.length > 0 ? ["", ...examples.map((each) => `  ${each}`)] : []),
  ].join("\n");
}

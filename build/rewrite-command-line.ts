/** Rewrites third-party command lines: keeps flags, replaces patterns, globs and paths. */
import { createHash } from "node:crypto";

export const PROGRAMS = ["rg", "grep", "egrep", "fd", "find", "git grep", "wc", "tokei"] as const;
export type Program = (typeof PROGRAMS)[number];

/** Replacement values for flags with a value. `keep` leaves numbers and keywords alone. */
const VALUES: Record<string, Record<string, string>> = {
  rg: {
    ...{
      "-e": "pattern",
      "--regexp": "pattern",
      "-g": "glob",
      "--glob": "glob",
      "--iglob": "glob",
      "-t": "type",
      "--type": "type",
    },
    ...{
      "-T": "type",
      "--type-not": "type",
      "-A": "keep",
      "-B": "keep",
      "-C": "keep",
      "--context": "keep",
      "-m": "keep",
    },
    ...{
      "--max-count": "keep",
      "--max-depth": "keep",
      "-d": "keep",
      "-r": "text",
      "--replace": "text",
      "--sort": "keep",
      "-M": "keep",
    },
    ...{
      "--max-columns": "keep",
      "-E": "keep",
      "--color": "never",
      "--after-context": "keep",
      "--before-context": "keep",
      "-j": "keep",
    },
    ...{
      "--type-add": "own",
      "--max-filesize": "keep",
      "--engine": "keep",
      "--sortr": "keep",
      "-f": "own",
      "--ignore-file": "own",
    },
  },
  grep: {
    ...{
      "-e": "pattern",
      "--regexp": "pattern",
      "-A": "keep",
      "-B": "keep",
      "-C": "keep",
      "-m": "keep",
      "--max-count": "keep",
    },
    ...{
      "--include": "glob",
      "--exclude": "name",
      "--exclude-dir": "folder",
      "-f": "own",
      "--file": "own",
      "--context": "keep",
    },
    ...{ "--color": "never", "--after-context": "keep", "--before-context": "keep" },
  },
  fd: {
    ...{
      "-e": "ending",
      "--extension": "ending",
      "-t": "kind",
      "--type": "kind",
      "-d": "keep",
      "--max-depth": "keep",
      "-E": "name",
    },
    ...{
      "--exclude": "name",
      "-S": "keep",
      "--size": "keep",
      "--changed-within": "keep",
      "--changed-before": "keep",
      "-c": "never",
    },
    ...{
      "--color": "never",
      "--min-depth": "keep",
      "--exact-depth": "keep",
      "--max-results": "keep",
      "--and": "text",
      "-j": "keep",
    },
    ...{
      "--threads": "keep",
      "-x": "own",
      "-X": "own",
      "--exec": "own",
      "--exec-batch": "own",
      "--ignore-file": "own",
      "-o": "own",
    },
  },
  wc: { "--files0-from": "own" },
  tokei: {
    "-t": "Rust",
    "--type": "Rust",
    "--types": "Rust",
    "-e": "name",
    "--exclude": "name",
    "-s": "keep",
    "--sort": "keep",
    "-o": "own",
    "--output": "own",
    "-f": "own",
  },
};

const TEXTS = ["main", "use", "name", "Result", "fn", "TODO", "version", "match"];
const GLOBS = ["*.rs", "*.toml", "*.md"];
const FOLDERS = ["crates/core", "tests", "crates/cli", "crates"];
const FILES = ["Cargo.toml", "README.md", "crates/core/main.rs"];

/** Deterministic for a given seed. */
function pick(list: readonly string[], seed: string): string {
  return list[createHash("sha256").update(seed).digest().readUInt32BE(0) % list.length] ?? "";
}

/** One of our patterns, with the same operators. */
function ourPattern(theirs: string, seed: string, extended: boolean): string {
  const text = pick(TEXTS, seed);
  const other = pick(TEXTS, `${seed}+`);
  if (theirs.includes("\\|")) return `${text}\\|${other}`;
  if (theirs.includes("|")) return extended ? `${text}|${other}` : `${text}|`;
  if (/\(\?[<=!]/.test(theirs)) return `(?<=fn )${text}`;
  const start = theirs.startsWith("^") ? "^" : "";
  const end = theirs.endsWith("$") && !theirs.endsWith("\\$") ? "$" : "";
  if (start !== "" && end !== "" && theirs.length === 2) return "^$";
  const middle = theirs.includes("\\b")
    ? `\\b${text}\\b`
    : theirs.includes("[")
      ? `${text}[a-z_]*`
      : theirs.includes(".*")
        ? `${text}.*`
        : text;
  return `${start}${start === "^" && !end ? pick(["use", "fn", "#", "name"], seed) : middle}${end === "$" ? ".*$" : ""}`;
}

/** Undefined if it can't be rewritten. */
export function rewritten(program: Program, words: readonly string[], seed: string): string[] | undefined {
  if (program === "find") return ourFind(words, seed);
  const key = program === "egrep" || program === "git grep" ? "grep" : program;
  const values = VALUES[key] ?? {};
  const extended =
    key === "rg" || program === "egrep" || words.some((word) => /^-[a-zA-Z]*[EP]|^--extended|^--perl/.test(word));
  const out: string[] = [];
  const operands: string[] = [];
  const put = (kind: string, theirs: string): string | undefined => {
    if (kind === "own") return undefined;
    if (kind === "pattern") return ourPattern(theirs, seed, extended);
    if (kind === "glob") return (theirs.startsWith("!") ? "!" : "") + pick(GLOBS, seed);
    if (kind === "name")
      return theirs.includes("*") ? pick(GLOBS, seed) : pick(["tests", "benches", "Cargo.lock"], seed);
    if (kind === "folder") return pick(["tests", ".git", "doc"], seed);
    if (kind === "type") return pick(["rust", "toml", "md"], seed);
    if (kind === "ending") return pick(["rs", "toml", "md"], seed);
    if (kind === "text") return pick(TEXTS, seed);
    if (kind === "kind")
      return /^(f|d|l|x|e|file|directory|symlink|executable|empty)$/.test(theirs) ? theirs : undefined;
    if (kind === "keep") return /^[\w+.-]+$/.test(theirs) && !theirs.includes("path") ? theirs : undefined;
    return kind;
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      operands.push(word);
      continue;
    }
    if (!/^-{1,2}[\w.-]+(=.*)?$/.test(word)) return undefined;
    const [flag = "", attached] = word.split(/=(.*)/s);
    const short = /^-[a-zA-Z.]+$/.test(flag) && flag.length > 2 ? `-${flag.at(-1)}` : flag;
    const kind = values[flag] ?? values[short];
    if (kind === undefined) {
      if (attached !== undefined) return undefined;
      out.push(word);
      continue;
    }
    const value = put(kind, attached ?? words[++at] ?? "");
    if (value === undefined) return undefined;
    if (attached === undefined) out.push(flag, value);
    else out.push(`${flag}=${value}`);
  }
  if (operands.some((operand) => /^\{|^\[-/.test(operand))) return undefined;
  const given =
    out.some((word) => /^(-e|--regexp(=.*)?|--files|--type-list)$/.test(word)) ||
    program === "wc" ||
    program === "tokei";
  if (!given && operands.length === 0) return program === "fd" ? ["fd", ...out] : undefined;
  const [first = "", ...more] = operands;
  const places = (given ? operands : more).filter((place) => place !== "-");
  const recursive =
    key === "rg" ||
    key === "fd" ||
    key === "tokei" ||
    program === "git grep" ||
    out.some((word) => /^-[a-zA-Z]*[rR]|^--recursive/.test(word));
  const paths = places.slice(0, 2).map((place, index) => {
    if (place === "." || place === "./") return place;
    return recursive ? pick(FOLDERS, `${seed}${index}`) : pick(FILES, `${seed}${index}`);
  });
  // Let a filter read a file instead of stdin.
  if (paths.length === 0 && !recursive) paths.push(pick(FILES, seed));
  const pattern = given ? [] : [program === "fd" ? ourName(first, out, seed) : ourPattern(first, seed, extended)];
  const separator = program === "git grep" && paths.length > 0 ? ["--"] : [];
  return [...program.split(" "), ...out, ...pattern, ...separator, ...paths];
}

function ourName(theirs: string, flags: readonly string[], seed: string): string {
  if (flags.some((flag) => flag === "-g" || flag === "--glob")) return pick(GLOBS, seed);
  if (theirs === "." || theirs === "") return ".";
  return `${theirs.startsWith("^") ? "^" : ""}${pick(["m", "co", "re", "li"], seed)}${theirs.endsWith("$") ? ".*$" : ""}`;
}

const FIND_VALUES: Record<string, (theirs: string, seed: string) => string | undefined> = {
  "-name": (theirs, seed) =>
    theirs.includes("*") ? pick(GLOBS, seed) : pick(["tests", "Cargo.toml", ".git", "main.rs"], seed),
  "-iname": (theirs, seed) => (theirs.includes("*") ? pick(["*.MD", "*.RS", "READ*"], seed) : "readme.md"),
  "-path": (_, seed) => pick(["./.git", "*/core/*", "./tests*"], seed),
  "-ipath": () => "*/CORE/*",
  "-wholename": (_, seed) => pick(["./.git", "*/core/*"], seed),
  "-regex": () => ".*/[a-m]*\\.rs",
  "-iregex": () => ".*/[a-m]*\\.RS",
  ...Object.fromEntries(
    ["-regextype", "-type", "-size", "-mtime", "-mmin", "-maxdepth", "-mindepth", "-printf", "-ctime", "-newermt"].map(
      (flag) => [flag, (theirs: string) => (/[{$]/.test(theirs) ? undefined : theirs)],
    ),
  ),
  "-newer": () => "Cargo.toml",
};

function ourFind(words: readonly string[], seed: string): string[] | undefined {
  const out = ["find"];
  let at = 0;
  for (; at < words.length && !/^[-!(]/.test(words[at] ?? ""); at++) {
    if (at < 2) out.push(words[at] === "." ? "." : pick([".", ...FOLDERS], `${seed}${at}`));
  }
  for (; at < words.length; at++) {
    const word = words[at] ?? "";
    if (!/^(-[a-zA-Z]+|!|\(|\))$/.test(word)) return undefined;
    out.push(word);
    const replace = FIND_VALUES[word];
    if (!replace) continue;
    const value = replace(words[++at] ?? "", seed);
    if (value === undefined || value === "") return undefined;
    out.push(value);
  }
  return out.length > 2 ? out : undefined;
}

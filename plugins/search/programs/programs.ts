/** The commands that behave as the program of their name. */
import type { CommandContribution } from "../../../core/host/plugin-api.ts";

export const programs: CommandContribution[] = [
  {
    name: "grep",
    answers: "word",
    usage: "[flags] PATTERN [PATH …]",
    summary: "Search text as GNU grep does, with its flags, patterns and exit codes; without a path everywhere",
    pages: true,
    module: () => import("./grep.ts"),
  },
  {
    name: "git",
    usage: "grep|ls-files …",
    summary: "Search or list what git tracks, as git grep and git ls-files do",
    pages: true,
    module: () => import("./git.ts"),
  },
  {
    name: "fd",
    also: ["fdfind"],
    usage: "[flags] [PATTERN [PATH …]]",
    summary: "Find files by name as fd does, with its flags and exit codes",
    pages: true,
    module: () => import("./fd.ts"),
  },
  {
    name: "find",
    usage: "[PATH …] [EXPRESSION]",
    summary: "Find files by an expression as find does: hidden and ignored ones too",
    pages: true,
    module: () => import("./find.ts"),
  },
  {
    name: "ls",
    answers: "folder",
    usage: "[flags] [PATH …]",
    summary: "List a folder, one name a line, as ls does into a pipe",
    pages: true,
    module: () => import("./ls.ts"),
  },
  {
    name: "tree",
    usage: "[flags] [PATH …]",
    summary: "Draw a folder as a tree, with tree's flags",
    pages: true,
    module: () => import("./draw-tree.ts"),
  },
  {
    name: "cat",
    answers: "file",
    usage: "[flags] FILE …, FILE:10-20, FILE 10 20",
    summary: "Print files, or lines of one",
    module: () => import("./cat.ts"),
  },
  {
    name: "head",
    usage: "[flags] [FILE …]",
    summary: "Print the first lines of files, as head does",
    module: () => import("./head-tail.ts"),
  },
  {
    name: "tail",
    usage: "[flags] [FILE …]",
    summary: "Print the last lines of files, as tail does",
    module: () => import("./head-tail.ts"),
  },
  {
    name: "wc",
    usage: "[flags] [FILE …]",
    summary: "Count lines, words and bytes of files, as wc does",
    module: () => import("./wc.ts"),
  },
  {
    name: "rg",
    also: ["ripgrep"],
    usage: "[flags] PATTERN [PATH …]",
    summary: "Search text as ripgrep does, with its flags and exit codes",
    pages: true,
    module: () => import("./rg.ts"),
  },
];

/** The commands that behave as the program of their name. */
import type { CommandContribution } from "../../../core/host/plugin-api.ts";

export const programs: CommandContribution[] = [
  {
    name: "grep",
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
    name: "rg",
    also: ["ripgrep"],
    usage: "[flags] PATTERN [PATH …]",
    summary: "Search text as ripgrep does, with its flags and exit codes",
    pages: true,
    module: () => import("./rg.ts"),
  },
];

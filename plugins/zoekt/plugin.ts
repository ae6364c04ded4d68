/** Plugin manifest. Repositories on Zoekt servers can be searched and read like local files. */

import { definePlugin, tool } from "../../core/host/plugin-api.ts";
import { failure } from "./error-envelope.ts";
import { findSymbolsInput, findSymbolsOutput } from "./find-symbols-schema.ts";
import { indexReposInput, indexReposOutput } from "./index-repos-schema.ts";
import { listReposInput, listReposOutput } from "./list-repos-schema.ts";
import { FIND_SYMBOLS, LIST_REPOS } from "./tool-names.ts";

export default definePlugin({
  name: "zoekt",
  version: "1.0.0",
  title: "Zoekt",
  description: "Searches and reads repositories that Zoekt servers have indexed.",
  host: "^1",
  permissions: {
    read: ["workspace"],
    net: ["$JIG_ZOEKT"],
    run: ["zoekt-git-index", "zoekt-webserver", "universal-ctags"],
    env: ["JIG_ZOEKT", "JIG_ZOEKT_SERVERS", "JIG_ZOEKT_TOKEN"],
  },
  failure,
  service: () => import("./service.ts"),
  contributes: {
    sources: [{ prefix: "repo:", module: () => import("./zoekt-source.ts") }],
    availableTools: () => import("./available-tools.ts"),
    doctor: () => import("./doctor.ts"),
    cliAliases: [
      {
        command: "index",
        also: ["zoekt-index", "index-repos"],
        tool: "index_repos",
        description: "Say which repositories a Zoekt server lacks, and what to run",
        positional: ["roots"],
      },
    ],
  },
  tools: {
    [LIST_REPOS]: tool({
      title: "List indexed repositories",
      description:
        "Lists the repositories on the code search servers. Pass root in roots of a search or a listing (with @branch for another branch, followed by a folder, or with * for several), or put it before a path wherever a file is read: repo:org/name/src/a.cs.",
      effect: "read",
      openWorld: true,
      dynamic: true,
      input: listReposInput,
      positional: ["query"],
      output: listReposOutput,
      view: "table",
      timeout: { defaultMs: 15_000 },
      examples: [{ title: "All repositories", input: {} }],
      handler: () => import("./list-repos.ts"),
    }),
    [FIND_SYMBOLS]: tool({
      title: "Find symbols in indexed repositories",
      description:
        "Finds where classes, methods and other symbols with a given name are declared, in repositories on code search servers, if ctags put them in the index: no result is not proof of absence.",
      effect: "read",
      openWorld: true,
      dynamic: true,
      input: findSymbolsInput,
      positional: ["name"],
      output: findSymbolsOutput,
      view: "table",
      timeout: { defaultMs: 60_000 },
      examples: [{ title: "Declarations of a class", input: { name: "Player", kinds: ["class"] } }],
      handler: () => import("./find-symbols.ts"),
    }),
    index_repos: tool({
      title: "Plan the index of repositories",
      description:
        "Says for each git repository on this machine whether a configured Zoekt server has the checked-out commit, and what to run if not. Runs no indexer itself.",
      effect: "read",
      openWorld: true,
      // For server admins, so it's only on the command line.
      dynamic: true,
      input: indexReposInput,
      positional: ["roots"],
      output: indexReposOutput,
      view: "table",
      timeout: { defaultMs: 60_000 },
      examples: [{ title: "Repositories here that are not indexed", input: {} }],
      handler: () => import("./index-repos.ts"),
    }),
  },
});

/** The manifest of the zoekt plugin: repositories of Zoekt servers, as roots of searches and as paths of files. */
import { definePlugin, tool } from "../../core/host/plugin-api.ts";
import { failure } from "./failure.ts";
import { listReposInput, listReposOutput } from "./repos-contract.ts";

export const LIST_REPOS = "list_repos";

export default definePlugin({
  name: "zoekt",
  version: "1.0.0",
  title: "Zoekt",
  description: "Searches and reads repositories that Zoekt servers have indexed.",
  host: "^1",
  permissions: { net: ["$JIG_ZOEKT"], env: ["JIG_ZOEKT", "JIG_ZOEKT_TOKEN"] },
  failure,
  service: () => import("./service.ts"),
  contributes: {
    sources: [{ prefix: "repo:", module: () => import("./source.ts") }],
    offers: () => import("./offers.ts"),
    doctor: () => import("./doctor.ts"),
  },
  tools: {
    [LIST_REPOS]: tool({
      title: "List indexed repositories",
      description:
        "Lists the repositories that the code search servers have. root goes into roots of a search (with @branch for another " +
        "one, a folder behind it, * for several), and in front of a path wherever a file is read: repo:org/name/src/a.cs.",
      effect: "read",
      openWorld: true,
      offered: true,
      input: listReposInput,
      positional: ["query"],
      output: listReposOutput,
      view: "table",
      timeout: { defaultMs: 15_000 },
      examples: [{ title: "Which repositories there are", input: {} }],
      handler: () => import("./list-repos.ts"),
    }),
  },
});

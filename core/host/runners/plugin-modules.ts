/** Converts a plugin on disk to a declaration that imports its modules on demand. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { grammarSymbols } from "../capabilities/grammar-symbols.ts";
import type { LanguageContribution, PluginDeclaration } from "../contract/define.ts";
import type { PluginFile } from "../contract/plugin-file.ts";

/** This only contains modules, but no commands, schemas or descriptions. @param library path of web-tree-sitter, for grammars */
export function declarationOf(file: PluginFile, folder: string, library: () => Promise<string>): PluginDeclaration {
  const load = (path: string) => () => import(modulePathOf(folder, path)) as Promise<never>;
  const tools: PluginDeclaration["tools"] = {};
  for (const [name, tool] of Object.entries(file.tools)) {
    const { output, handler, ...rest } = tool;
    // At this point, the input has passed its JSON Schema.
    if (typeof handler === "string") tools[name] = { ...rest, input: undefined as never, handler: load(handler) };
  }
  const languages = (file.contributes?.languages ?? []).map(
    ({ id, title, extensions, symbols, grammar, tags, locals }): LanguageContribution => {
      const language = { id, title, extensions };
      if (symbols) return { ...language, symbols: load(symbols) };
      if (!grammar || !tags) return language;
      const module = grammarSymbols({ folder, grammar, tags, library, ...(locals ? { locals } : {}) });
      return { ...language, symbols: async () => module };
    },
  );
  const { doctor, availableTools, paths = [] } = file.contributes ?? {};
  const workers = Object.entries(file.workers ?? {}).map(([name, { threads, module }]) => [
    name,
    { module: load(module), ...(threads ? { threads } : {}) },
  ]);
  return {
    name: file.name,
    version: file.version,
    title: file.title,
    description: file.description,
    host: file.host,
    permissions: file.permissions,
    tools,
    contributes: {
      languages,
      paths: paths.map(({ prefix, module }) => ({ prefix, module: load(module) })),
      ...(doctor ? { doctor: load(doctor) } : {}),
      ...(availableTools ? { availableTools: load(availableTools) } : {}),
    },
    workers: Object.fromEntries(workers),
    ...(file.service ? { service: load(file.service) } : {}),
  };
}

/** Returns the URL of a module for `import`. */
export function modulePathOf(folder: string, path: string): string {
  return pathToFileURL(join(folder, path)).href;
}

/** Returns true if any part of the plugin runs as a module in a child process. */
export function hasModules(file: PluginFile): boolean {
  return (
    Object.values(file.tools).some((tool) => typeof tool.handler === "string") ||
    (file.contributes?.languages ?? []).some(({ symbols, grammar }) => symbols ?? grammar) ||
    file.contributes?.doctor !== undefined ||
    file.contributes?.availableTools !== undefined ||
    (file.contributes?.paths?.length ?? 0) > 0
  );
}

export function hasGrammars(file: PluginFile): boolean {
  return (file.contributes?.languages ?? []).some(({ grammar }) => grammar !== undefined);
}

/** Provides the languages of third parties for the built-in plugin `code`. */
import { JigError } from "./contract/errors.ts";
import type { GuestLanguage, Guests } from "./contract/guest-language.ts";
import type { CallContext } from "./contract/runner.ts";
import type { Plugin, Registry } from "./manifest/registry.ts";

export function createGuests(
  registry: Registry,
  contextFor: (plugin: Plugin, signal: AbortSignal) => CallContext,
): Guests {
  return {
    list: async () => registry.plugins().flatMap(languagesOf),
    async facts({ plugin: name, id }, file, signal) {
      const plugin = registry.plugins().find(({ manifest, builtIn }) => !builtIn && manifest.name === name);
      const facts = plugin && (await plugin.runner?.symbols(id, file, contextFor(plugin, signal)));
      if (!facts) throw new JigError("UNAVAILABLE", `The plugin "${name}" does not support ${file}`);
      return facts;
    },
  };
}

/** Returns the extensions of indexed languages. */
export function guestEndings(registry: Registry): string[] {
  return registry.plugins().flatMap((plugin) => indexedLanguages(plugin).flatMap(({ extensions }) => extensions));
}

function indexedLanguages({ manifest, builtIn, problem }: Plugin) {
  return builtIn || problem ? [] : manifest.languages.filter(({ level }) => level === "index" || level === "uses");
}

function languagesOf(plugin: Plugin): GuestLanguage[] {
  const languages = indexedLanguages(plugin);
  if (languages.length === 0) return [];
  const { stamp = "" } = plugin;
  return languages.map(({ id, title, extensions, level, seen = "file" }) => ({
    plugin: plugin.manifest.name,
    id,
    title,
    extensions,
    seen,
    stamp,
    level: level === "uses" ? "uses" : "index",
  }));
}

export function withoutGuests(): Guests {
  const refuse = async () => {
    throw new JigError("PERMISSION_DENIED", "Only built-in plugins can read languages of other plugins");
  };
  return { list: refuse, facts: refuse };
}

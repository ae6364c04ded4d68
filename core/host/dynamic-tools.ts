/**
 * Tracks which tools declared `dynamic` are available. Queries their plugin in the background, first when a frontend that follows
 * changes lists tools, and again after each call to the plugin.
 */
import type { Plugin } from "./manifest/registry.ts";

export class DynamicTools {
  readonly #list: (plugin: Plugin) => Promise<readonly string[]>;
  readonly #changed: () => void;
  readonly #known = new Map<Plugin, ReadonlySet<string>>();
  readonly #pending = new Set<Plugin>();
  readonly #rerun = new Set<Plugin>();

  /** `changed` is called when the set of available tools has changed. */
  constructor(list: (plugin: Plugin) => Promise<readonly string[]>, changed: () => void) {
    this.#list = list;
    this.#changed = changed;
  }

  has(plugin: Plugin, tool: string): boolean {
    return this.#known.get(plugin)?.has(tool) === true;
  }

  /** Queries plugins for the first time. */
  askNew(plugins: readonly Plugin[]): void {
    for (const plugin of plugins) if (!this.#known.has(plugin)) this.refresh(plugin);
  }

  /** Runs one query at a time, and another one if the last started before this. */
  refresh(plugin: Plugin): void {
    if (!plugin.manifest.tools.some(({ dynamic }) => dynamic)) return;
    if (this.#pending.has(plugin)) {
      this.#rerun.add(plugin);
      return;
    }
    this.#pending.add(plugin);
    void this.#update(plugin);
  }

  /** If a plugin can't answer, keep the previous list. */
  async #update(plugin: Plugin): Promise<void> {
    const before = this.#known.get(plugin) ?? new Set<string>();
    const named = await this.#list(plugin).catch((): readonly string[] => [...before]);
    this.#pending.delete(plugin);
    const now = new Set(
      plugin.manifest.tools.filter((tool) => tool.dynamic && named.includes(tool.name)).map(({ name }) => name),
    );
    this.#known.set(plugin, now);
    if (now.symmetricDifference(before).size > 0) this.#changed();
    if (this.#rerun.delete(plugin)) this.refresh(plugin);
  }
}

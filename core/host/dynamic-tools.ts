/**
 * Determines which `dynamic` tools are available. The plugins are queried in the background: first when a frontend that follows
 * changes lists the tools, and later after every call to the plugin.
 */
import type { Plugin } from "./manifest/registry.ts";

export class DynamicTools {
  readonly #list: (plugin: Plugin) => Promise<readonly string[]>;
  readonly #changed: () => void;
  readonly #known = new Map<Plugin, ReadonlySet<string>>();
  readonly #pending = new Set<Plugin>();
  readonly #rerun = new Set<Plugin>();

  /** @param changed called when the set of available tools is different */
  constructor(list: (plugin: Plugin) => Promise<readonly string[]>, changed: () => void) {
    this.#list = list;
    this.#changed = changed;
  }

  has(plugin: Plugin, tool: string): boolean {
    return this.#known.get(plugin)?.has(tool) === true;
  }

  /** Queries each plugin for the first time. */
  askNew(plugins: readonly Plugin[]): void {
    for (const plugin of plugins) if (!this.#known.has(plugin)) this.refresh(plugin);
  }

  /** Only one query runs at a time. If this is called during a query, another one follows. */
  refresh(plugin: Plugin): void {
    if (!plugin.manifest.tools.some(({ dynamic }) => dynamic)) return;
    if (this.#pending.has(plugin)) {
      this.#rerun.add(plugin);
      return;
    }
    this.#pending.add(plugin);
    void this.#update(plugin);
  }

  /** If a plugin doesn't respond, the previous list is kept. */
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

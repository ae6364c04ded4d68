/**
 * Which of the tools declared `offered` there are at the moment: their plugin is asked in the background, first when a
 * frontend that hears of changes lists tools, and again after each of its calls.
 */
import type { Plugin } from "./manifest/registry.ts";

export class Offers {
  readonly #ask: (plugin: Plugin) => Promise<readonly string[]>;
  readonly #changed: () => void;
  readonly #known = new Map<Plugin, ReadonlySet<string>>();
  readonly #asking = new Set<Plugin>();
  readonly #again = new Set<Plugin>();

  /** `changed` is called where what a plugin offers really changed. */
  constructor(ask: (plugin: Plugin) => Promise<readonly string[]>, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  has(plugin: Plugin, tool: string): boolean {
    return this.#known.get(plugin)?.has(tool) === true;
  }

  /** Asks plugins that were never asked. */
  first(plugins: readonly Plugin[]): void {
    for (const plugin of plugins) if (!this.#known.has(plugin)) this.look(plugin);
  }

  /** One question at a time; one more where the last began before this. */
  look(plugin: Plugin): void {
    if (!plugin.manifest.tools.some(({ offered }) => offered)) return;
    if (this.#asking.has(plugin)) {
      this.#again.add(plugin);
      return;
    }
    this.#asking.add(plugin);
    void this.#asked(plugin);
  }

  /** Where a plugin cannot say, what was known holds. */
  async #asked(plugin: Plugin): Promise<void> {
    const before = this.#known.get(plugin) ?? new Set<string>();
    const named = await this.#ask(plugin).catch((): readonly string[] => [...before]);
    this.#asking.delete(plugin);
    const now = new Set(
      plugin.manifest.tools.filter((tool) => tool.offered && named.includes(tool.name)).map(({ name }) => name),
    );
    this.#known.set(plugin, now);
    if (now.symmetricDifference(before).size > 0) this.#changed();
    if (this.#again.delete(plugin)) this.look(plugin);
  }
}

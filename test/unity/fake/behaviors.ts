/** What a test tells a fake to do with a command instead of the usual: once, a queue of times, or always; and what came to it, to be counted. */

/** `Exchange` is one command being served, `Entry` what is kept of it. */
export class Behaviors<Exchange, Entry> {
  readonly log: Entry[] = [];
  readonly #nameOf: (entry: Entry) => string;
  readonly #queued = new Map<string, Behavior<Exchange>[]>();
  readonly #standing = new Map<string, Behavior<Exchange>>();

  constructor(nameOf: (entry: Entry) => string) {
    this.#nameOf = nameOf;
  }

  /** The next command of this name is served so; several queue up. */
  once(name: string, behavior: Behavior<Exchange>): this {
    this.#queued.set(name, [...(this.#queued.get(name) ?? []), behavior]);
    return this;
  }

  always(name: string, behavior: Behavior<Exchange>): this {
    this.#standing.set(name, behavior);
    return this;
  }

  /** How often a command came. */
  count(name: string): number {
    return this.log.filter((entry) => this.#nameOf(entry) === name).length;
  }

  last(name: string): Entry {
    const found = this.log.findLast((entry) => this.#nameOf(entry) === name);
    if (!found) throw new Error(`${name} never reached the Editor`);
    return found;
  }

  /** What was told for the next command of this name, used up where it was told once. */
  protected behaviorOf(name: string): Behavior<Exchange> | undefined {
    return this.#queued.get(name)?.shift() ?? this.#standing.get(name);
  }
}

export type Behavior<Exchange> = (exchange: Exchange) => void | Promise<void>;

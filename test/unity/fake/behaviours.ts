/** What a test tells a fake to do with a command instead of the usual: once, a queue of times, or always; and what came to it, to be counted. */

/** `Exchange` is one command being served, `Entry` what is kept of it. */
export class Behaviours<Exchange, Entry> {
  readonly log: Entry[] = [];
  readonly #nameOf: (entry: Entry) => string;
  readonly #queued = new Map<string, Behaviour<Exchange>[]>();
  readonly #standing = new Map<string, Behaviour<Exchange>>();

  constructor(nameOf: (entry: Entry) => string) {
    this.#nameOf = nameOf;
  }

  /** The next command of this name is served so; several queue up. */
  once(name: string, behaviour: Behaviour<Exchange>): this {
    this.#queued.set(name, [...(this.#queued.get(name) ?? []), behaviour]);
    return this;
  }

  always(name: string, behaviour: Behaviour<Exchange>): this {
    this.#standing.set(name, behaviour);
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
  protected told(name: string): Behaviour<Exchange> | undefined {
    return this.#queued.get(name)?.shift() ?? this.#standing.get(name);
  }
}

export type Behaviour<Exchange> = (exchange: Exchange) => void | Promise<void>;

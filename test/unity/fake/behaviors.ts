/** Scripted behavior of a fake: for the next command, a queue of commands, or all; and a log of commands. */

/** `Exchange` is a command being processed, `Entry` its log entry. */
export class Behaviors<Exchange, Entry> {
  readonly log: Entry[] = [];
  readonly #nameOf: (entry: Entry) => string;
  readonly #queued = new Map<string, Behavior<Exchange>[]>();
  readonly #standing = new Map<string, Behavior<Exchange>>();

  constructor(nameOf: (entry: Entry) => string) {
    this.#nameOf = nameOf;
  }

  /** Behavior for the next command with this name. Several are queued. */
  once(name: string, behavior: Behavior<Exchange>): this {
    this.#queued.set(name, [...(this.#queued.get(name) ?? []), behavior]);
    return this;
  }

  always(name: string, behavior: Behavior<Exchange>): this {
    this.#standing.set(name, behavior);
    return this;
  }

  /** Number of commands with this name. */
  count(name: string): number {
    return this.log.filter((entry) => this.#nameOf(entry) === name).length;
  }

  last(name: string): Entry {
    const found = this.log.findLast((entry) => this.#nameOf(entry) === name);
    if (!found) throw new Error(`${name} never reached the Editor`);
    return found;
  }

  /** Behavior for the next command, removed from the queue. */
  protected behaviorOf(name: string): Behavior<Exchange> | undefined {
    return this.#queued.get(name)?.shift() ?? this.#standing.get(name);
  }
}

export type Behavior<Exchange> = (exchange: Exchange) => void | Promise<void>;

/** Prints paths. They are buffered in a pipe, and have colors and links on a terminal. */
import type { CommandIo } from "../../../core/host/plugin-api.ts";
import type { Entry } from "./walk-entries.ts";

const BLOCK = 16_384;

export class PathPrinter {
  private readonly io: CommandIo;
  readonly lineEnd: string;
  private block = "";

  constructor(io: CommandIo, end: string) {
    this.io = io;
    this.lineEnd = end;
  }

  /** Prints a path, adding a slash to folders like fd does. Returns false once the output has been closed. */
  async print(shown: string, entry: Pick<Entry, "path" | "kind">, slash = true): Promise<boolean> {
    const text = entry.kind === "directory" && slash && !shown.endsWith("/") ? `${shown}/` : shown;
    return await this.write(this.painted(text, entry) + this.lineEnd);
  }

  async write(text: string): Promise<boolean> {
    this.block += text;
    return this.block.length < BLOCK && !this.io.terminal ? true : await this.flush();
  }

  async end(): Promise<void> {
    await this.flush();
  }

  painted(text: string, { path, kind }: Pick<Entry, "path" | "kind">): string {
    const { terminal, color } = this.io;
    const tint = kind === "directory" ? "34" : kind === "link" ? "36" : undefined;
    const colored = color && tint ? `\x1b[${tint}m${text}\x1b[0m` : text;
    return terminal ? terminal.link(colored, path) : colored;
  }

  private async flush(): Promise<boolean> {
    const { block } = this;
    this.block = "";
    return block === "" ? true : await this.io.write(block);
  }
}

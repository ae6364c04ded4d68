/** Problems besides the answer: a failure in one file never costs the rest of the search. */

/** A broken tree complains of every file; an answer needs only to show that and how. */
const MOST_WARNINGS = 50;

export class Warnings {
  private readonly messages = new Set<string>();
  /** Something that should have been searched could not be: no total is exact. */
  incomplete = false;
  /** rg itself broke off: the answer is cut. */
  broken = false;

  add(message: string): void {
    this.messages.add(message);
  }

  binary(path: string): void {
    this.add(`Skipped binary file: ${path}`);
  }

  replaced(path: string): void {
    this.add(
      `Encoding error in: ${path} (bytes that are not text are shown as U+FFFD; name the encoding to read them)`,
    );
  }

  /** Parses ripgrep's stderr (unreadable files, dangling links, loops). Ignores missing files, since they have no matches. */
  addStderr(lines: readonly string[]): void {
    for (const line of lines) {
      const message = line.replace(/^rg: /, "");
      if (message.trim() === "" || message.startsWith("No files were searched")) continue;
      // rg follows that sentence with more lines of advice for its own command line.
      if (/^(Running with --debug|applied a filter)/.test(message)) continue;
      // A link to a folder above it: rg searches that folder by its own name.
      const isLoop = message.startsWith("File system loop found: ");
      if (!isLoop && !/\(os error [23]\)$/.test(message)) this.incomplete = true;
      this.add(message.replace(/ \(os error \d+\)$/, ""));
    }
  }

  list(): string[] {
    const all = [...this.messages];
    if (all.length <= MOST_WARNINGS) return all;
    return [...all.slice(0, MOST_WARNINGS), `and ${all.length - MOST_WARNINGS} more warnings`];
  }
}

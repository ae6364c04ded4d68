/** Problems that do not stop us from answering. A file that fails should not take the rest of the search down with it. */

/** A damaged tree yields one error per file. A few of them make the point. */
const MAX_WARNINGS = 50;

export class Warnings {
  private readonly messages = new Set<string>();
  /** Something should have been searched and was not. No total is exact then. */
  incomplete = false;
  /** rg itself gave up. */
  broken = false;

  add(message: string): void {
    this.messages.add(message);
  }

  binary(path: string): void {
    this.add(`Skipped binary file: ${path}`);
  }

  replaced(path: string): void {
    this.add(`Encoding error in: ${path} (invalid bytes are shown as U+FFFD; set the encoding to read them)`);
  }

  /** Make sense of ripgrep's stderr: unreadable files, broken links, loops. Missing files are fine, since they have no matches either. */
  addStderr(lines: readonly string[]): void {
    for (const line of lines) {
      const message = line.replace(/^rg: /, "");
      if (message.trim() === "" || message.startsWith("No files were searched")) continue;
      // what follows is advice about rg's own flags
      if (/^(Running with --debug|applied a filter)/.test(message)) continue;
      // A link to one of its ancestors. No harm done, as rg already searches that folder under its real name.
      const isLoop = message.startsWith("File system loop found: ");
      if (!isLoop && !/\(os error [23]\)$/.test(message)) this.incomplete = true;
      this.add(message.replace(/ \(os error \d+\)$/, ""));
    }
  }

  list(): string[] {
    const all = [...this.messages];
    if (all.length <= MAX_WARNINGS) return all;
    return [...all.slice(0, MAX_WARNINGS), `and ${all.length - MAX_WARNINGS} more warnings`];
  }
}

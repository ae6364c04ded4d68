/** Collects problems that do not prevent an answer, because one file that fails should not make the whole search fail. */

/** A damaged tree causes one error for each file, but a few of them are enough. */
const MAX_WARNINGS = 50;

export class Warnings {
  private readonly messages = new Set<string>();
  /** True if something should have been searched but was not. In that case no total is exact. */
  incomplete = false;
  /** True if ripgrep itself gave up. */
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

  /**
   * Interprets the stderr of ripgrep, which reports unreadable files, broken links and loops. Missing files are fine, since
   * they have no matches either.
   */
  addStderr(lines: readonly string[]): void {
    for (const line of lines) {
      const message = line.replace(/^rg: /, "");
      if (message.trim() === "" || message.startsWith("No files were searched")) continue;
      // The advice that follows is about the flags of ripgrep.
      if (/^(Running with --debug|applied a filter)/.test(message)) continue;
      // This is a link to one of its own ancestors. It does no harm, as ripgrep already searches that folder under its real
      // name.
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

/** Collects problems that do not prevent an answer. If a file fails, the rest of the search must not be lost. */

/** Maximum number of warnings. A damaged tree causes an error for every file, but an answer only has to show a few. */
const MAX_WARNINGS = 50;

export class Warnings {
  private readonly messages = new Set<string>();
  /** True if something that should have been searched could not be, so that no total is exact. */
  incomplete = false;
  /** True if rg itself gave up, so that the result is incomplete. */
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
   * Parses the stderr of ripgrep, which reports unreadable files, broken links and loops. Missing files are ignored,
   * since they have no matches.
   */
  addStderr(lines: readonly string[]): void {
    for (const line of lines) {
      const message = line.replace(/^rg: /, "");
      if (message.trim() === "" || message.startsWith("No files were searched")) continue;
      // After that sentence, rg gives advice about its own command line.
      if (/^(Running with --debug|applied a filter)/.test(message)) continue;
      // This is a link to one of its parent folders. rg searches that folder under its own name.
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

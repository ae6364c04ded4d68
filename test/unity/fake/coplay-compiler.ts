/** State of the compile listeners in a fake Editor, and what their C# returns. */

interface Watch {
  done: boolean;
  errors: string[];
}

export class CompileWatches {
  readonly #watches = new Map<string, Watch>();

  /** Ends a compilation and notifies listeners once. */
  end(errors: string[]): void {
    for (const watch of this.#watches.values()) if (!watch.done) Object.assign(watch, { done: true, errors });
  }

  /** Handles the C# for installing and reading listeners. Code with `begins` calls `compile`. */
  answer(
    code: string,
    editor: { playing: boolean; scriptChanges: number; errors: string[] },
    compile: () => void,
    begins = "CleanBuildCache",
  ): string {
    const key = /"jig\.compile\.([^"]+)"/.exec(code)?.[1] ?? "";
    const kept = this.#watches.get(key);
    if (code.startsWith("return ")) {
      const broken = editor.errors.length > 0 ? "broken" : "good";
      const entries = (kept?.errors ?? []).map((text) => `0\u001fAssets/A.cs\u001f3\u001f${text}\u001e`);
      return `${kept?.done ? "done" : "open"}\u001f${broken}\u001e${entries.join("")}`;
    }
    if (!kept) {
      this.#watches.set(key, { done: false, errors: [] });
      if (code.includes(begins)) compile();
    }
    return `${editor.playing ? "playing" : "editing"} ${editor.scriptChanges}`;
  }
}

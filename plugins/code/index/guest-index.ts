/**
 * The declarations and names in files of third-party languages. Their plugins run in processes of their own, which this
 * thread cannot reach. A handler therefore asks here which files are needed, lets the plugins read them, and passes on
 * the results.
 */
import { createHash } from "node:crypto";
import { type FileFacts, JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { FlatTree } from "../grammar/light-tree.ts";
import { nameTree } from "../grammar/name-tree.ts";
import { encodeTrees, type StoredTree, TREE_FORMAT, TreePart } from "../grammar/tree-part.ts";
import type { Declaration } from "../outline/file-outline.ts";
import { LineTable } from "../outline/line-table.ts";
import type { GuestLanguages } from "./guest-languages.ts";
import { encodeSegment, FORMAT, type IndexedFile, NOT_READ, Segment } from "./index-part.ts";
import { type Batch, type Listed, PartIndex, type Place } from "./part-index.ts";
import { MAX_SOURCE_BYTES } from "./source-files.ts";
import { StringTable } from "./string-table.ts";

/** A file as its plugin has read it. If the grammar crashed or took too long, there are no facts. */
export interface GuestFile {
  path: string;
  size: number;
  mtimeMs: number;
  facts?: FileFacts;
}

export class GuestIndex {
  readonly languages: GuestLanguages;
  readonly #reader: WorkerContext["files"];
  readonly #segments: PartIndex<Segment>;
  readonly #trees: PartIndex<TreePart>;

  constructor(context: WorkerContext, languages: GuestLanguages) {
    const stamp = createHash("sha256").update(languages.stamp).digest("hex").slice(0, 16);
    const notHere = () =>
      Promise.reject(new JigError("INTERNAL", "Files in a plugin's language are read by that plugin"));
    this.languages = languages;
    this.#reader = context.files;
    this.#segments = new PartIndex(context, {
      key: `guests-${FORMAT}-${stamp}`,
      worker: "parse",
      read: notHere,
      open: (bytes) => Segment.open(bytes),
      content: "declarations",
    });
    this.#trees = new PartIndex(context, {
      key: `guest-names-${TREE_FORMAT}-${stamp}`,
      worker: "trees",
      read: notHere,
      open: (bytes) => TreePart.open(bytes),
      content: "names",
    });
  }

  get places(): ReadonlyMap<string, Place<Segment>> {
    return this.#segments.places;
  }

  get current(): ReadonlyMap<Segment, readonly (string | undefined)[]> {
    return this.#segments.current;
  }

  /** Returns the files that are new or have changed. */
  async look(files: Listed): Promise<Batch["files"]> {
    await this.#trees.look(files);
    return await this.#segments.look(files);
  }

  async take(files: readonly GuestFile[]): Promise<void> {
    const words = new StringTable();
    const indexed: IndexedFile[] = [];
    const trees: StoredTree[] = [];
    for (const file of files) {
      const { path, size, mtimeMs, facts } = file;
      const read = await this.#reader.readText(path, { maxBytes: MAX_SOURCE_BYTES }).catch(() => undefined);
      // If the file has changed in the meantime, it is needed again.
      if (read && (read.size !== size || read.mtimeMs !== mtimeMs)) continue;
      const isRead = read !== undefined && facts !== undefined;
      const lines = new LineTable(isRead ? read.text : "");
      const declarations = isRead ? facts.symbols.map((each) => declarationOf(each, lines)) : [];
      indexed.push({
        ...{ path, size, mtimeMs, outline: { declarations, unread: isRead ? 0 : NOT_READ } },
        signatures: isRead ? facts.symbols.map(({ signature = "" }) => signature) : [],
        words: isRead ? words.words(read.text) : [],
      });
      const tree = isRead && facts.names ? nameTree(facts.names, read.text.length) : undefined;
      trees.push({ path, size, mtimeMs, grammar: this.languages.of(path)?.family ?? "", tree });
    }
    if (indexed.length === 0) return;
    await this.#segments.add([encodeSegment(indexed, words)]);
    await this.#trees.add([encodeTrees(trees)]);
  }

  /** Returns the tree of names in a file with this size and modification time. */
  tree(path: string, size: number, mtimeMs: number): FlatTree | undefined {
    const place = this.#trees.places.get(path);
    const file = place?.segment.file(place.file);
    return file?.size === size && file.mtimeMs === mtimeMs ? place?.segment.tree(place.file) : undefined;
  }
}

function declarationOf(symbol: FileFacts["symbols"][number], lines: LineTable): Declaration {
  const { name, kind, container, startLine, endLine, documentation = "" } = symbol;
  // If the plugin does not report the position of the name, this uses its first occurrence on the line.
  const found = lines.line(startLine).indexOf(name);
  const nameLine = symbol.line ?? startLine;
  const nameColumn = symbol.column ?? Math.max(0, found) + 1;
  return {
    ...{ name, kind, nameLine, nameColumn, startLine, endLine, documentation },
    containers: container === null ? [] : container.split("."),
    head: { start: 0, end: 0 },
  };
}

/** Defines the types of nodes. Each node knows its range in the text. */

export type YamlNode = YamlMap | YamlList | YamlScalar;

interface Ranged {
  start: number;
  end: number;
}

export interface YamlEntry {
  key: string;
  keyStart: number;
  value: YamlNode;
}

export interface YamlMap extends Ranged {
  kind: "map";
  /** True if the value is written inline in braces. */
  flow: boolean;
  entries: YamlEntry[];
}

export interface YamlList extends Ranged {
  kind: "list";
  flow: boolean;
  items: YamlNode[];
}

export interface YamlScalar extends Ranged {
  kind: "scalar";
  style: "plain" | "single" | "double" | "block";
  text: string;
}

/** References are only parsed when they are used, because a large prefab has tens of thousands of them. */
export class YamlReference implements YamlMap {
  readonly kind = "map";
  readonly flow = true;
  readonly start: number;
  readonly end: number;
  readonly fileId: string;
  /** The guid is empty if the reference is to the same file. */
  readonly guid: string;
  readonly #parse: () => YamlEntry[];
  #entries: YamlEntry[] | undefined;

  constructor(
    { start, end, fileId, guid }: { start: number; end: number; fileId: string; guid: string },
    parse: () => YamlEntry[],
  ) {
    this.start = start;
    this.end = end;
    this.fileId = fileId;
    this.guid = guid;
    this.#parse = parse;
  }

  get entries(): YamlEntry[] {
    this.#entries ??= this.#parse();
    return this.#entries;
  }
}

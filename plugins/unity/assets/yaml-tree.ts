/** The nodes of Unity's YAML, with their ranges in the text. */

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
  /** Written in braces. */
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

/** A reference that is parsed when first used. Large prefabs have tens of thousands of them. */
export class YamlReference implements YamlMap {
  readonly kind = "map";
  readonly flow = true;
  readonly start: number;
  readonly end: number;
  readonly fileId: string;
  /** Empty if it is in the same file. */
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

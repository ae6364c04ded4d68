/**
 * Ranks declarations by how many files contain their name as a word. Only languages that can refer to a declaration are
 * counted.
 */
import type { CodeIndex } from "../index/code-index.ts";
import type { Segment } from "../index/index-part.ts";
import { hashOf } from "../index/string-table.ts";
import { partnersOf } from "../uses/uses-languages.ts";

/** Weight of a member relative to its type. */
const OF_MEMBER = 0.2;
/** Shorter names are too ambiguous to be counted. */
const SHORTEST = 3;
const UNKNOWN = -1;
/** The group of a file that has changed since its part was written. */
const OUTDATED = 0xff;

export interface Rank {
  /** The number of the declaration in its part. */
  at: number;
  /** The number of other files with the name. */
  files: number;
  score: number;
}

/** The counts for the names of a part, in one group of languages. */
interface NameCounts {
  /** Declarations of each name in this part. */
  own: Uint32Array;
  /** Declarations of each name in all parts. Filled when `files` is known. */
  declaring: Uint32Array;
  /** Other files with the name in all parts, or `UNKNOWN`. */
  files: Int32Array;
}

interface CountedPart {
  /** The number of each file's group. */
  groups: Uint8Array;
  counts: Map<number, NameCounts>;
}

/** Reads columns only, because most declarations in a large tree are never shown. */
export class NameRanks {
  readonly #parts = new Map<Segment, CountedPart>();

  constructor(index: CodeIndex) {
    const groups: string[] = [];
    for (const [segment, paths] of index.current) {
      const part: CountedPart = { groups: new Uint8Array(segment.files).fill(OUTDATED), counts: new Map() };
      this.#parts.set(segment, part);
      for (const [file, path] of paths.entries()) {
        if (path === undefined) continue;
        const partners = partnersOf(index.languageOf(path)?.id ?? "");
        if (!groups.includes(partners)) groups.push(partners);
        const group = groups.indexOf(partners);
        part.groups[file] = group;
        const { own } = countsOf(segment, part, group);
        const [from, to] = segment.range(file);
        for (let at = from; at < to; at++) {
          const id = segment.nameId(at);
          own[id] = (own[id] ?? 0) + 1;
        }
      }
    }
  }

  /** Ranks the declarations of a file, in their order. */
  of(segment: Segment, file: number): Rank[] {
    const part = this.#parts.get(segment);
    const group = part?.groups[file] ?? OUTDATED;
    if (!part || group === OUTDATED) return [];
    const counts = countsOf(segment, part, group);
    const [from, to] = segment.range(file);
    const ranks: Rank[] = [];
    for (let at = from; at < to; at++) {
      const id = segment.nameId(at);
      if (counts.files[id] === UNKNOWN) this.#count(segment, id, group, counts);
      const files = counts.files[id] ?? 0;
      // A name that is declared many times says little about each of the declarations. Members follow their type.
      const weight = segment.isMember(at) ? OF_MEMBER : 1;
      ranks.push({ at, files, score: ((1 + files) * weight) / (counts.declaring[id] || 1) });
    }
    return ranks;
  }

  #count(own: Segment, id: number, group: number, counts: NameCounts): void {
    const name = own.shared(id);
    const hash = hashOf(name);
    let [files, declaring] = [0, 0];
    for (const [segment, part] of this.#parts) {
      const known = segment === own ? id : segment.find(name, hash);
      if (known < 0) continue;
      declaring += part.counts.get(group)?.own[known] ?? 0;
      for (const file of segment.filesWith(known)) if (part.groups[file] === group) files++;
    }
    counts.declaring[id] = declaring;
    counts.files[id] = name.length < SHORTEST ? 0 : Math.max(0, files - 1);
  }
}

function countsOf({ names }: Segment, { counts }: CountedPart, group: number): NameCounts {
  const known = counts.get(group);
  if (known) return known;
  const added = {
    own: new Uint32Array(names),
    declaring: new Uint32Array(names),
    files: new Int32Array(names).fill(UNKNOWN),
  };
  counts.set(group, added);
  return added;
}

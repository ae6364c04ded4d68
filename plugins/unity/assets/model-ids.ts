/**
 * Computes the ids of model parts. Since Unity 2019 an id is the xxHash64 of a name such as `Type:Mesh->Body0`. In older
 * versions it was the number of the class plus a counter, which we can't compute, so we have to find those ids in the `.meta`.
 */

export interface NamedPart {
  classId: number;
  id: string;
  name: string;
}

/** The id of the root game object, which has been the same in every model since Unity 2019. */
export const ROOT_OBJECT = "919132149155446097";

/**
 * The ids of the game object, Transform, MeshRenderer and Animator at the root, by class. They have been the same in every
 * model since Unity 2019.
 */
const ROOT_IDS: Readonly<Record<number, string>> = {
  1: ROOT_OBJECT,
  4: "-8679921383154817045",
  23: "-7511558181221131132",
  95: "5866666021909216657",
};

/** Returns an empty string for other classes. */
export function rootId(classId: number): string {
  return ROOT_IDS[classId] ?? "";
}

/** Returns the class if the id belongs to one of the root parts. */
export function rootClass(id: string): number | undefined {
  const found = Object.entries(ROOT_IDS).find(([, rootId]) => rootId === id);
  return found && Number(found[0]);
}

export function partsNamedIn(meta: string): NamedPart[] {
  const text = meta.replaceAll("\r", "");
  const now = [...text.matchAll(/^ {2}- first:\n\s+(\d+): (-?\d+)\n\s+second: (.*)$/gm)];
  const old = [...text.matchAll(/^ {4}(\d{1,3})(\d{5}): (\S.*)$/gm)];
  return [
    ...now.map(([, classId = "", id = "", name = ""]) => ({ classId: Number(classId), id, name })),
    ...old.map(([, classId = "", rest = "", name = ""]) => ({ classId: Number(classId), id: classId + rest, name })),
  ];
}

const MASK = (1n << 64n) - 1n;
const [P1, P2, P3, P4, P5] = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
] as const;

const rotate = (value: bigint, by: bigint) => ((value << by) | (value >> (64n - by))) & MASK;
const round = (sum: bigint, lane: bigint) => (rotate((sum + lane * P2) & MASK, 31n) * P1) & MASK;

/** Returns the id of the first mesh with this name. */
export function meshId(name: string): string {
  return String(BigInt.asIntN(64, xxHash64(new TextEncoder().encode(`Type:Mesh->${name}0`))));
}

export function xxHash64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let hash: bigint = P5;
  if (bytes.length >= 32) {
    const sums = [(P1 + P2) & MASK, P2, 0n, (0n - P1) & MASK];
    for (; at + 32 <= bytes.length; at += 32)
      for (const lane of sums.keys()) sums[lane] = round(sums[lane] ?? 0n, view.getBigUint64(at + lane * 8, true));
    const turns = [1n, 7n, 12n, 18n];
    hash = sums.reduce((all, sum, lane) => (all + rotate(sum, turns[lane] ?? 0n)) & MASK, 0n);
    for (const sum of sums) hash = ((hash ^ round(0n, sum)) * P1 + P4) & MASK;
  }
  hash = (hash + BigInt(bytes.length)) & MASK;
  for (; at + 8 <= bytes.length; at += 8)
    hash = (rotate(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * P1 + P4) & MASK;
  if (at + 4 <= bytes.length) {
    hash = (rotate(hash ^ ((BigInt(view.getUint32(at, true)) * P1) & MASK), 23n) * P2 + P3) & MASK;
    at += 4;
  }
  for (; at < bytes.length; at++) hash = (rotate(hash ^ ((BigInt(bytes[at] ?? 0) * P5) & MASK), 11n) * P1) & MASK;
  hash = ((hash ^ (hash >> 33n)) * P2) & MASK;
  hash = ((hash ^ (hash >> 29n)) * P3) & MASK;
  return hash ^ (hash >> 32n);
}

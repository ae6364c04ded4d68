/** Uses of a script in a scene, prefab or asset, from Unity's text form: which objects carry it. Pure. */

export interface AssetUse {
  line: number;
  /** `component` where the asset has an instance of the script, `reference` where it only points to it. */
  kind: "component" | "reference";
  /** Path of the game object in the scene or prefab, or the asset's own name. */
  object?: string;
}

interface Block {
  id: string;
  classId: number;
  line: number;
  lines: string[];
}

/** Every line of the text that holds the guid. */
export function assetUses(text: string, guid: string): AssetUse[] {
  const blocks = splitBlocks(text);
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const uses: AssetUse[] = [];
  for (const block of blocks) {
    block.lines.forEach((content, index) => {
      if (!content.includes(guid)) return;
      const isComponent = /^\s*m_Script:/.test(content);
      const use: AssetUse = { line: block.line + index, kind: isComponent ? "component" : "reference" };
      const object = nameOf(block, byId);
      if (object !== "") use.object = object;
      uses.push(use);
    });
  }
  return uses;
}

/** Unity's YAML: each object begins with `--- !u!<class> &<id>`. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [{ id: "", classId: 0, line: 1, lines: [] }];
  text.split(/\r?\n/).forEach((content, index) => {
    const head = /^--- !u!(\d+) &(-?\d+)/.exec(content);
    if (head) blocks.push({ id: head[2]!, classId: Number(head[1]), line: index + 1, lines: [content] });
    else blocks.at(-1)!.lines.push(content);
  });
  return blocks;
}

const GAME_OBJECT = 1;
const MAX_DEPTH = 64;

function nameOf(block: Block, byId: ReadonlyMap<string, Block>): string {
  const owner = byId.get(reference(block, "m_GameObject"));
  if (owner?.classId === GAME_OBJECT) return pathOf(owner, byId);
  return field(block, "m_Name");
}

/** `Parent/Child`, through the transforms. */
function pathOf(object: Block, byId: ReadonlyMap<string, Block>): string {
  const names = [field(object, "m_Name")];
  let transform = transformOf(object, byId);
  for (let depth = 0; transform && depth < MAX_DEPTH; depth++) {
    transform = byId.get(reference(transform, "m_Father"));
    const parent = transform && byId.get(reference(transform, "m_GameObject"));
    if (parent) names.unshift(field(parent, "m_Name"));
  }
  return names.join("/");
}

function transformOf(object: Block, byId: ReadonlyMap<string, Block>): Block | undefined {
  for (const line of object.lines) {
    const component = byId.get(/component: \{fileID: (-?\d+)/.exec(line)?.[1] ?? "");
    // Transform and RectTransform.
    if (component && (component.classId === 4 || component.classId === 224)) return component;
  }
  return undefined;
}

function reference(block: Block, name: string): string {
  const start = `  ${name}: {fileID: `;
  const line = block.lines.find((each) => each.startsWith(start));
  return line ? (/^-?\d+/.exec(line.slice(start.length))?.[0] ?? "") : "";
}

function field(block: Block, name: string): string {
  const start = `  ${name}: `;
  return (
    block.lines
      .find((line) => line.startsWith(start))
      ?.slice(start.length)
      .trim()
      .replace(/^"(.*)"$/, "$1") ?? ""
  );
}

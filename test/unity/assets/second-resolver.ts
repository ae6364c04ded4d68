/**
 * Independent resolver for values in prefabs and scenes, from Unity's documentation: looks in the object's own document, then in
 * the instance's overrides, then in the source prefab. Uses lines and regexes instead of a parser.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export class SecondResolver {
  readonly #paths = new Map<string, string>();
  readonly #texts = new Map<string, Map<string, string>>();

  constructor(projectRoot: string) {
    for (const folder of ["Assets", "Packages"]) {
      const top = join(projectRoot, folder);
      if (!existsSync(top)) continue;
      for (const name of readdirSync(top, { recursive: true, encoding: "utf8" })) {
        if (!name.endsWith(".meta")) continue;
        const guid = /^guid: (\w+)/m.exec(readFileSync(join(top, name), "utf8"))?.[1];
        if (guid) this.#paths.set(guid, join(top, name.slice(0, -5)));
      }
    }
  }

  /** Scalar at a property path. Undefined if it's missing or not a scalar. */
  value(file: string, id: string, property: string): string | undefined {
    const blocks = this.#blocks(file);
    const own = blocks.get(id);
    if (own !== undefined && !/^--- [^\n]* stripped/.test(own)) return scalarAt(own, property);
    for (const [instanceId, instance] of blocks) {
      const source = /m_SourcePrefab: \{fileID: -?\d+, guid: (\w+)/.exec(instance)?.[1];
      if (!source) continue;
      const inner = this.#inner(own, instanceId, id);
      const sourceFile = this.#paths.get(source);
      if (inner === undefined || sourceFile === undefined || !sourceFile.endsWith(".prefab")) continue;
      if (!this.#holds(sourceFile, inner)) continue;
      return overrideIn(instance, inner, property) ?? this.value(sourceFile, inner, property);
    }
    return undefined;
  }

  /** Id within the source prefab: from the stripped block, otherwise by XOR with the instance's id. */
  #inner(stripped: string | undefined, instanceId: string, id: string): string | undefined {
    if (stripped !== undefined) {
      if (!new RegExp(`m_PrefabInstance: \\{fileID: ${instanceId}\\}`).test(stripped)) return undefined;
      return /m_CorrespondingSourceObject: \{fileID: (-?\d+)/.exec(stripped)?.[1];
    }
    return String((BigInt(id) ^ BigInt(instanceId)) & 0x7fffffffffffffffn);
  }

  #holds(file: string, id: string): boolean {
    const blocks = this.#blocks(file);
    if (blocks.has(id)) return true;
    return [...blocks].some(([instanceId, instance]) => {
      const source = /m_SourcePrefab: \{fileID: -?\d+, guid: (\w+)/.exec(instance)?.[1];
      const inner = source === undefined ? undefined : this.#paths.get(source);
      if (inner === undefined || !inner.endsWith(".prefab")) return false;
      const there = this.#inner(undefined, instanceId, id);
      return there !== undefined && this.#holds(inner, there);
    });
  }

  #blocks(file: string): Map<string, string> {
    let blocks = this.#texts.get(file);
    if (!blocks) {
      const parts = readFileSync(file, "utf8").split(/^(?=--- )/m);
      const found = parts.flatMap((part): [string, string][] => {
        const id = /^--- !u!-?\d+ &(-?\d+)/.exec(part)?.[1];
        return id === undefined ? [] : [[id, part]];
      });
      blocks = new Map(found);
      this.#texts.set(file, blocks);
    }
    return blocks;
  }
}

/** The last override of a target and path wins. */
function overrideIn(instance: string, target: string, property: string): string | undefined {
  const pattern = new RegExp(
    `- target: \\{fileID: ${target}, [^}]*\\}\\s+propertyPath: ${escaped(property)}\\r?\\n\\s+value: ?([^\\r\\n]*(?:\\r?\\n {8,}[^\\r\\n]*)*)`,
    "g",
  );
  const last = [...instance.matchAll(pattern)].at(-1)?.[1];
  return last === undefined ? undefined : unquoted(last);
}

/** Walks down by indentation. List elements start with a dash. */
function scalarAt(block: string, property: string): string | undefined {
  const lines = block.split(/\r?\n/).slice(2);
  let from = 0;
  let to = lines.length;
  let indent = 2;
  let inline: string | undefined;
  for (const step of property.replace(/\.Array\.data\[(\d+)\]/g, ".[$1]").split(".")) {
    const index = /^\[(\d+)\]$/.exec(step)?.[1];
    if (inline !== undefined) {
      if (index !== undefined) return undefined;
      inline = new RegExp(`[{,]\\s*${escaped(step)}: ?([^,{}]*)`).exec(inline)?.[1];
      if (inline === undefined) return undefined;
      continue;
    }
    if (index !== undefined) {
      const dashes = lines
        .map((line, at) => (at >= from && at < to && line.startsWith(`${" ".repeat(indent)}- `) ? at : -1))
        .filter((at) => at >= 0);
      const at = dashes[Number(index)];
      if (at === undefined) return undefined;
      to = dashes[Number(index) + 1] ?? to;
      from = at;
      const rest = (lines[at] ?? "").slice(indent + 2);
      if (/^[[{]/.test(rest) || !/^[^\s:]+:( |$)/.test(rest)) inline = rest;
      else lines[at] = `${" ".repeat(indent + 2)}${rest}`;
      indent += 2;
      continue;
    }
    const head = `${" ".repeat(indent)}${step}:`;
    const at = lines.findIndex(
      (line, place) => place >= from && place < to && (line === head || line.startsWith(`${head} `)),
    );
    if (at < 0) return undefined;
    const rest = (lines[at] ?? "").slice(head.length).trim();
    const isEnd = (line: string) =>
      line.trim() !== "" && line.search(/\S/) <= indent && !line.startsWith(`${" ".repeat(indent)}- `);
    const end = lines.findIndex((line, place) => place > at && place < to && isEnd(line));
    const stop = end < 0 ? to : end;
    if (rest === "") {
      from = at + 1;
      to = stop;
      // List elements have the same indentation as their key.
      if (!(lines[from] ?? "").startsWith(`${" ".repeat(indent)}- `)) indent += 2;
    } else {
      const more = lines.slice(at + 1, stop).filter((line) => !line.startsWith(`${" ".repeat(indent)}- `));
      inline = [rest, ...more.map((line) => line.trim())].join(" ").trim();
    }
  }
  if (inline === undefined || /^[[{]/.test(inline)) return undefined;
  return unquoted(inline);
}

function unquoted(written: string): string | undefined {
  const text = written.trim().replace(/\s*\r?\n\s*/g, " ");
  if (text.startsWith('"')) {
    try {
      return String(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
  return text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

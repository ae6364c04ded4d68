/** Finds the places of a local variable, parameter or type parameter. */
import type { LightNode } from "../../grammar/light-tree.ts";
import type { Resolver } from "../../uses/resolver.ts";
import type { ScopedFile } from "../../uses/scoped-file.ts";
import { familyOfFile } from "../../uses/uses-languages.ts";
import type { Binding, Scope } from "../../uses/uses-rules.ts";
import { noteAt, type RenameNote } from "./rename-plan.ts";

export interface LocalPlaces {
  nodes: LightNode[];
  conflicts: RenameNote[];
  possible: RenameNote[];
}

/** Returns undefined if the name is not a local. */
export async function localPlaces(
  file: ScopedFile,
  node: LightNode,
  to: string,
  resolver: Resolver,
): Promise<LocalPlaces | undefined> {
  const name = file.textOf(node);
  const binding = file.lookup(name, node);
  const scope = binding && scopeWith(binding, name, file.scopeOf(binding.name));
  // Other files can see the names at the top level of a file.
  if (!binding || binding.import || !scope || scope === file.top) return undefined;
  const language = familyOfFile(file.path);
  // Rust creates a new binding for the name, whereas other languages assign to it again.
  const same = new Set(language === "rust" ? [binding] : scope.names.get(name));
  const isIn = (each: LightNode) => scope.node.start <= each.start && each.end <= scope.node.end;
  const found: LocalPlaces = { nodes: [], conflicts: [], possible: [] };
  const note = (each: LightNode, why: string) => noteAt(file, each.start, why);
  for (const each of file.named(name)) {
    const { is } = file.rules.roleOf(each, file);
    const means = file.lookup(name, each);
    if ([...same].some((one) => one.name === each)) found.nodes.push(each);
    else if (means && same.has(means) && (is === "bare" || is === "shorthand")) found.nodes.push(each);
    else if (means && same.has(means) && is === "unknown") found.possible.push(note(each, "may refer to it"));
  }
  for (const each of file.named(to)) {
    const { is } = file.rules.roleOf(each, file);
    if (isIn(each) && /^(?:bare|shorthand|unknown|alias)$/.test(is)) {
      found.conflicts.push(note(each, `${to} already means something else here`));
      break;
    }
  }
  if (language === "python" && /parameter|lambda/.test(`${binding.by.type} ${binding.name.parent?.type}`))
    found.possible.push(...(await keywordArguments(name, resolver)));
  if (language === "rust") {
    const text = file.text.slice(scope.node.start, scope.node.end);
    for (const { index } of text.matchAll(new RegExp(`\\{${name}[:}]`, "g"))) {
      const { line, column } = file.lines.at(scope.node.start + index + 1);
      const shown = file.lines.line(line).trim();
      if (shown.includes('"'))
        found.possible.push({ path: file.path, line, column, text: shown, why: "a format string may refer to it" });
    }
  }
  return found;
}

/** Returns the scope that contains a binding. */
function scopeWith(binding: Binding, name: string, from: Scope): Scope | undefined {
  for (let at: Scope | undefined = from; at; at = at.parent) if (at.names.get(name)?.includes(binding)) return at;
  return undefined;
}

/** Finds calls that pass an argument by this name. */
async function keywordArguments(name: string, resolver: Resolver): Promise<RenameNote[]> {
  const notes: RenameNote[] = [];
  for (const path of resolver.filesWith(name)) {
    const file = await resolver.file(path);
    for (const node of file?.named(name) ?? []) {
      if (!file || node.parent?.type !== "keyword_argument" || node.field !== "name") continue;
      notes.push(noteAt(file, node.start, "a keyword argument of this name may refer to it"));
    }
  }
  return notes;
}

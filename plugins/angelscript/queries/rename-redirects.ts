/** Finds the other effects of a rename, which are assets that need a redirect and names in config files. */
import type { PlanNote, WorkerContext } from "../../../core/host/plugin-api.ts";
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import { projectFolders } from "../engine/project-folders.ts";
import { LineMap } from "../engine/source-text.ts";
import { Flag } from "../parser/syntax.ts";
import { displayPath } from "../symbols/source-preview.ts";

interface Renamed {
  oldName: string;
  newName: string;
  type?: TypeSymbol | undefined;
  members: readonly MemberSymbol[];
}

const MODULE = "/Script/Angelscript.";
const MAX_CONFIG_FILES = 200;
const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_PLACES = 50;

export async function externalNotes(renamed: Renamed, context: WorkerContext): Promise<PlanNote[]> {
  const redirect = redirectOf(renamed);
  const why = `Blueprints and saved assets that name it need a redirect in Config/DefaultEngine.ini, [CoreRedirects]: ${redirect}`;
  return redirect === undefined ? [] : [{ why }, ...(await configPlaces(renamed, context))];
}

/** Returns the core redirect for the old name. It is undefined for symbols that assets don't refer to. */
function redirectOf({ oldName, newName, type, members: [member] }: Renamed): string | undefined {
  const kind = type && TYPE_REDIRECTS.get(type.kind);
  if (type && kind) return `+${kind}(OldName="${scriptPath(type, oldName)}",NewName="${scriptPath(type, newName)}")`;
  if (!member?.owner) return undefined;
  const owner = scriptPath(member.owner, member.owner.name);
  if (member.kind === "enumValue")
    return `+EnumRedirects=(OldName="${owner}",ValueChanges=(("${oldName}","${newName}")))`;
  const isFunction = member.isCallable && (member.flags & (Flag.ufunction | Flag.blueprintEvent)) !== 0;
  if (!isFunction && member.kind !== "property") return undefined;
  return `+${isFunction ? "Function" : "Property"}Redirects=(OldName="${owner}.${oldName}",NewName="${newName}")`;
}

const TYPE_REDIRECTS = new Map([
  ["class", "ClassRedirects="],
  ["struct", "StructRedirects="],
  ["enum", "EnumRedirects="],
]);

/** The path has no prefix, because prefixes only exist in scripts. */
function scriptPath({ kind }: TypeSymbol, name: string): string {
  return MODULE + (kind === "enum" ? name : name.slice(1));
}

async function configPlaces(renamed: Renamed, context: WorkerContext): Promise<PlanNote[]> {
  const notes: PlanNote[] = [];
  for (const path of await configFiles(context)) {
    const read = await context.files.readText(path, { maxBytes: MAX_CONFIG_BYTES }).catch(() => undefined);
    const lines = read && new LineMap(read.text);
    for (const start of read ? namedIn(read.text, renamed) : [])
      if (lines && notes.length < MAX_PLACES) {
        const line = lines.lineAt(start);
        const place = { path: displayPath(context, path), line, column: lines.columnAt(start) };
        notes.push({ why: "A configuration file names it", ...place, text: lines.line(line).trim() });
      }
  }
  return notes;
}

async function configFiles({ files, workspace }: WorkerContext): Promise<string[]> {
  const found = new Set<string>();
  for (const project of await projectFolders(files, workspace.roots)) {
    const pending = [`${project}/Config`];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop())
      for (const { path, kind } of await files.list(folder).catch(() => []))
        if (kind === "directory" && pending.length < MAX_CONFIG_FILES) pending.push(path);
        else if (kind === "file" && path.endsWith(".ini") && found.size < MAX_CONFIG_FILES) found.add(path);
  }
  return [...found].sort();
}

/** Finds the name after its path, at the end of an older redirect, or as the key of a property in the section of its class. */
function* namedIn(text: string, { oldName, type, members: [member] }: Renamed): Generator<number> {
  const owner = type ?? member?.owner;
  if (!owner) return;
  const path = scriptPath(owner, owner.name);
  const whole = type ? path : `${path}.${oldName}`;
  let section = "";
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    section = /^\s*\[([^\]]*)\]/.exec(line)?.[1] ?? section;
    const [key = "", name] = /^\s*[+\-.!]?(\w+)(?=[ \t]*=|\[)/.exec(line) ?? [];
    if (!type && name === oldName && section === path) yield index + key.length - oldName.length;
    const leads = type || !line.includes(`${path}.`) ? -1 : line.indexOf(`NewName="${oldName}"`);
    if (leads >= 0) yield index + leads + "NewName=".length + 1;
    for (let at = line.indexOf(whole); at >= 0; at = line.indexOf(whole, at + 1))
      if (!/^\w/.test(line.slice(at + whole.length))) yield index + at + whole.length - (type ? 0 : oldName.length);
  }
}

/**
 * Finds the ways to reach a declaration without its name, for example through the engine, a contract, an attribute, or
 * reflection.
 */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { unityNames } from "../engine/unity-names.ts";
import { type IndexedSymbol, TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import type { AnalysisSession } from "../queries/analysis-session.ts";
import { baseMembers, memberPath } from "../queries/related-members.ts";
import type { Member } from "../semantics/semantic-model.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { ROLE_NOTES } from "../unity/role-notes.ts";
import { isRemoteCall, unityRole } from "../unity/unity-role.ts";
import { attributeMark } from "./indirect-uses.ts";
import { memberAbove } from "./unused.ts";

/** Returns a few words that describe the way, or "" if a declaration can only be reached by its name. */
export async function reachedWithoutName(
  session: AnalysisSession,
  paths: SymbolPaths,
  parts: readonly IndexedSymbol[],
  context: WorkerContext,
): Promise<string> {
  const [found] = parts;
  if (!found) return "";
  const { store } = session.index;
  const engine = await unityNames(context);
  const header = await paths.headers.of(found);
  const role = unityRole(store, found, header, engine) ?? (header && isRemoteCall(header.attributes) ? "rpc" : "");
  const note = ROLE_NOTES[role];
  if (note !== undefined) return note;
  const owner = TYPE_KINDS.has(found.kind) ? undefined : store.parentOf(found.handle);
  if (owner) {
    const above = await session.withFiles(() => contractsOf(session, found));
    if (above.length > 0)
      return `${isInterface(above[0]) ? "implements" : "overrides"} ${above.map(memberPath).join(", ")}`;
    if (header?.explicitInterface) return `implements ${header.explicitInterface}, declared outside the sources`;
    const modifiers = store.modifiers(found.handle);
    if ((modifiers & MODIFIER_BIT.override) !== 0) return "overrides a member declared outside the sources";
    const isOpen = (modifiers & MODIFIER_BIT.public) !== 0 && found.kind !== KIND.constructor;
    if (isOpen && memberAbove(store, store.symbol(owner), found.name, engine) !== "none")
      return "a base declared outside the sources may call it";
  }
  const mark = header ? attributeMark(header) : "";
  if (mark !== "") return `it is ${mark}`;
  return found.kind === KIND.method && found.name === "Main" ? "it may be a program's entry point" : "";
}

function isInterface(member: Member | undefined): boolean {
  return member?.owner.kind === KIND.interface;
}

function contractsOf({ model }: AnalysisSession, found: IndexedSymbol): Member[] {
  const file = model.file(found.path);
  const index = model.store.indexOf(found.handle);
  const owner = model.typeAt(file, file.declaration(index).parent);
  const members = owner ? model.members(owner, found.name) : [];
  const member = members.find((each) => each.file.path === found.path && each.index === index);
  return member ? baseMembers(model, member) : [];
}

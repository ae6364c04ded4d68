/** Seeds an override without the required `Super` call. */
import { Flag } from "../../plugins/angelscript/parser/syntax.ts";
import type { Edit, FileSites, Random } from "./seeded-faults.ts";

/** Marks a script method with RequireSuperCall and adds an override with an empty body. */
export function withoutSuper(file: FileSites, random: Random): Edit | undefined {
  const found = file.functions.filter(({ syntax, owner }) => {
    const isMethod = owner?.kind === "class" && file.declarations.includes(owner) && syntax.kind === "function";
    const isOpen = !(syntax.flags & (Flag.private | Flag.final | Flag.override | Flag.blueprintOverride));
    return isMethod && isOpen && syntax.macroStart < 0 && syntax.type?.text === "void";
  });
  if (found.length === 0) return undefined;
  const { syntax, owner, bodyStart } = random.pick(found);
  const { text } = file.script;
  const isEvent = random.below(2) === 0;
  const macro = `UFUNCTION(${isEvent ? "BlueprintEvent, " : ""}Meta = (RequireSuperCall))\n\t`;
  const head = text.slice(syntax.headStart, bodyStart - 1).trimEnd();
  const body = random.pick(["", "if (true) return;", `/* Super::${syntax.name.name}(); */`]);
  const override = isEvent ? `UFUNCTION(BlueprintOverride)\n\t${head}` : `${head} override`;
  const heir = `\nclass ${owner?.name.name}Heir : ${owner?.name.name}\n{\n\t${override}\n\t{ ${body} }\n}\n`;
  const { start } = syntax;
  const code = macro + text.slice(start) + heir;
  return { start, end: text.length, code, at: start + code.length - heir.length + heir.indexOf(override) };
}

/** Implements `angelscript_getTypeMembers` for a script file by listing all declarations in order. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { Declaration } from "../database/declaration.ts";
import { isType } from "../database/script-members.ts";
import { qualify, type ScriptFile, type TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { answerError } from "../symbols/answer-error.ts";
import { docLines, plainDoc } from "../symbols/documentation.ts";
import { ScriptOverrides, usesOfKey } from "../symbols/member-facts.ts";
import { tooLarge } from "../symbols/position.ts";
import { typeSignature } from "../symbols/signature-text.ts";
import { nameLocation, Sources } from "../symbols/source-preview.ts";
import {
  type MemberRow,
  type MembersAnswer,
  type MembersContext,
  type MembersRequest,
  row,
  wanted,
} from "./type-members.ts";

export async function fileOutline(
  engine: Engine,
  request: MembersRequest & { path: string },
  context: WorkerContext,
): Promise<MembersAnswer> {
  const file = engine.files.get(request.path);
  if (!file)
    throw answerError("NotFound", `"${request.name}" is not an AngelScript file of the workspace`, {
      hint: "Only .as files inside the workspace roots are indexed",
      details: { name: request.name },
    });
  if (engine.isTooLarge(request.path)) throw tooLarge(request.name);
  const sources = new Sources(context);
  const outline = new Outline(
    { engine, request, sources, context, overrides: new ScriptOverrides(engine), uses: new Map() },
    file,
  );
  await outline.add(file.declarations, "");
  const shown = sources.display(file.path);
  return {
    type: { name: shown.slice(shown.lastIndexOf("/") + 1), namespace: "", qualifiedName: shown },
    members: outline.rows,
  };
}

class Outline {
  readonly rows: MemberRow[] = [];
  readonly #of: MembersContext;
  readonly #file: ScriptFile;

  constructor(of: MembersContext, file: ScriptFile) {
    this.#of = of;
    this.#file = file;
  }

  async add(declarations: readonly Declaration[], namespace: string): Promise<void> {
    const { table } = this.#of.engine;
    for (const declaration of declarations) {
      const { kind, name, nameStart } = declaration;
      if (kind === "namespace") {
        await this.add(declaration.members, [...declaration.names, name].reduce(qualify, namespace));
      } else if (isType(declaration)) {
        const type = table
          .typesNamed(qualify(namespace, name))
          .find((each) => each.places.some((place) => place.declaration === declaration));
        if (type) await this.#type(type, declaration);
      } else {
        const member = table.namespaces.get(namespace)?.declared(name, this.#file.path, nameStart);
        if (member && wanted(member, this.#of.request))
          this.rows.push({ ...(await row(this.#of, member, undefined)), kind: member.kind });
      }
    }
  }

  async #type(type: TypeSymbol, declaration: Declaration): Promise<void> {
    const { engine, request, sources, context } = this.#of;
    const part = request.nameFilter?.toLowerCase() ?? "";
    if (request.kinds === "both" && type.name.toLowerCase().includes(part))
      this.rows.push({
        kind: type.kind,
        name: type.name,
        signature: typeSignature(type),
        description: request.includeDocs ? plainDoc(await docLines(sources, type)) : "",
        declaredIn: type.namespace,
        declaredInKind: "namespace",
        isInherited: false,
        isMixin: false,
        isAccessor: false,
        visibility: "public",
        ...(request.includeUses ? await usesOfKey(engine, type.key, type.name, context) : {}),
        ...(await nameLocation(sources, { file: this.#file, declaration })),
      });
    const use = engine.lookup.types.of(type);
    const members = type.members.filter(
      (member) => member.place?.file === this.#file && !member.native?.generated && member.kind !== "access",
    );
    members.sort((a, b) => (a.place?.declaration.nameStart ?? 0) - (b.place?.declaration.nameStart ?? 0));
    for (const member of members)
      if (wanted(member, request)) this.rows.push({ ...(await row(this.#of, member, use)), kind: member.kind });
  }
}

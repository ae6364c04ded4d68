/** Classifies a name outside of every member, and defines how uses are classified. */
import { KIND } from "../outline/declaration-table.ts";
import type { SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import type { Targets } from "./related-members.ts";
import type { SubscribedEvent } from "./use-kinds.ts";

export interface Classification {
  certainty: "certain" | "possible" | "other";
  /** `declaration`, `call`, `read`, `write`, `type`, `attribute`, `nameof` or `namespace`. */
  kind: string;
  via?: string;
  /** The key of the declaration or type that is used. */
  of?: string;
  /** The event to which the method is subscribed. */
  event?: SubscribedEvent;
}

export const OTHER: Classification = { certainty: "other", kind: "" };

export function certainIf(isTarget: boolean, kind: string, of?: string): Classification {
  return isTarget ? { certainty: "certain", kind, ...(of === undefined ? {} : { of }) } : OTHER;
}

/** Returns true if a constructor of the type is a target. */
export function constructs({ members }: Targets, owner: string): boolean {
  return members.some((member) => member.declaration.kind === KIND.constructor && member.owner.key === owner);
}

/** Handles names with dots in using directives and assembly attributes. */
export function directiveUse(
  model: SemanticModel,
  file: SourceFile,
  targets: Targets,
  { offset, index, word }: { offset: number; index: number; word: string },
): Classification {
  if (targets.undeclared) return { certainty: "possible", kind: "type" };
  const { text } = file;
  const line = text.slice(Math.max(0, offset - 400), offset);
  const before = /(?:[\p{L}_][\p{L}\p{N}_]*\s*\.\s*)*$/u.exec(line)?.[0] ?? "";
  const path = (before + word).replace(/[\s@]/g, "");
  const after = text.slice(offset + word.length, offset + word.length + 400);
  if (/^\s*=(?!=)/.test(after) && before === "") return OTHER;
  if (targets.namespaces.has(path)) return { certainty: "certain", kind: "namespace" };
  if (model.isNamespace(path)) return OTHER;
  const args = /^\s*</.test(after) ? Number(after.slice(0, after.indexOf(">")).split(",").length) : 0;
  const written = args > 0 ? `${path}<${Array(args).fill("int").join()}>` : path;
  const isAttribute = /\[\s*(?:assembly|module)\s*:(?:[^\]=()]|\([^()]*\))*$/.test(line);
  const scope = { file, index };
  let type = model.resolveText(written, scope);
  if (isAttribute && type.is !== "type") type = model.resolveText(`${written}Attribute`, scope);
  const kind = isAttribute ? "attribute" : "type";
  if (type.is === "type") {
    const { key } = type.type;
    return certainIf(targets.types.has(key) || (isAttribute && constructs(targets, key)), kind, key);
  }
  const isExternal = type.is === "external" && (model.complete || targets.members.length > 0);
  return isExternal ? OTHER : { certainty: "possible", kind };
}

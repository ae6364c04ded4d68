/** Contains helpers that create the errors for edits that we refuse. */
import { JigError } from "../../../core/host/plugin-api.ts";
import { fieldValues } from "../assets/asset-fields.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import type { YamlNode } from "../assets/yaml-tree.ts";
import { type FieldStep, printed } from "./field-path.ts";

export function refusedEdit(why: string, hint: string, candidates: readonly string[] = []): JigError {
  const details = candidates.length > 0 ? { details: { candidates: [...candidates] } } : {};
  return new JigError("CHANGE_REFUSED", `Not planned: ${why}`, { hint, ...details });
}

/** Creates the error for an unknown name, with suggestions. */
export function unknownName(what: string, hint: string, candidates: readonly string[] = []): JigError {
  return new JigError("SYMBOL_NOT_FOUND", what, { hint, details: { candidates: [...candidates] } });
}

export function severalMeant(what: string, candidates: readonly string[]): JigError {
  return new JigError("SYMBOL_AMBIGUOUS", what, {
    hint: `Write one of ${candidates.slice(0, 10).join(", ")}`,
    details: { candidates: candidates.slice(0, 10) },
  });
}

export function badValue(message: string, hint: string): JigError {
  return new JigError("INVALID_ARGUMENT", message, { hint });
}

const INTERNAL = /^m_(?:ObjectHideFlags|Corresponding|Prefab|GameObject|Editor|Script|Father|Children|Component)/;

/** Creates the error for an unknown field. It lists the fields that exist, starting with the most similar name. */
export function noSuchField(object: AssetObject, steps: FieldStep[], at: number, above: YamlNode | undefined) {
  const wanted = printed(steps);
  const all = fieldValues(object).map(({ field }) => field.replace(/\.Array\.size$/, ""));
  const known = [...new Set(all)].filter((field) => !INTERNAL.test(field));
  const last = String(steps.at(-1)).toLowerCase().replace(/^m_?/, "");
  const near = known.filter((field) => field.toLowerCase().includes(last));
  const shown = (near.length > 0 ? near : known).slice(0, 10);
  const length = above?.kind === "list" && typeof steps[at] === "number" ? ` (the list has ${above.items.length})` : "";
  return unknownName(
    `${object.type} has no field "${wanted}" here${length}`,
    `Write one of ${shown.join(", ")}`,
    shown,
  );
}

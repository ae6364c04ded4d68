/** Implements the `set` and `revert` operations. On a prefab instance, setting a field creates an override. */
import path from "node:path";
import type { Json, TextEdit } from "../../../core/host/plugin-api.ts";
import { lineEnd } from "../asset-text/list-edits.ts";
import { nativeEnum } from "../asset-types/native-enums.ts";
import { nativeRange, nativeReference, nativeValue } from "../asset-types/native-fields.ts";
import { namedNumbers, projectNames } from "../asset-types/project-names.ts";
import { type ExpectedType, typeOfReference } from "../asset-types/reference-types.ts";
import type { DeclaredField } from "../asset-types/script-sources.ts";
import { isValueType, partType } from "../asset-types/value-types.ts";
import { referenceIn } from "../assets/asset-file.ts";
import { projectPath } from "../assets/open-assets.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import { badValue, noSuchField, refusedEdit } from "./edit-errors.ts";
import { type AssetAccess, type AssetState, type EditedAsset, sourceOf } from "./edited-asset.ts";
import { type FieldStep, locate, materialSteps, printed, stepsOf } from "./field-path.ts";
import { refuseIdentity } from "./identity-fields.ts";
import { beforeNesting } from "./instance-text.ts";
import { resolveReference } from "./resolve-reference.ts";
import { overrideEdits } from "./set-override.ts";
import { appendEdit, renderedEntry, type ValueContext, writeValue } from "./write-value.ts";

/** These fields define the structure of the asset, so there are separate operations that change them. */
const STRUCTURE =
  /^(?:m_GameObject|m_Father|m_Children|m_Component|m_PrefabInstance|m_PrefabAsset|m_CorrespondingSourceObject|m_SourcePrefab|m_Modification|m_Roots|m_PrefabParentObject|m_PrefabInternal|m_ParentPrefab)(?:$|[.[])/;

export interface FieldEdits {
  edits: TextEdit[];
  /** The stripped documents that have to be added for values which refer to objects inside instances. */
  documents: Map<string, string>;
}

export async function setField(
  object: AssetObject,
  field: string,
  value: Json,
  asset: EditedAsset,
): Promise<FieldEdits> {
  const state = await asset.state();
  if (object.lost !== undefined) {
    throw refusedEdit(
      `the object ${object.id} could not be read: ${object.lost}`,
      "Its prefab must be readable to override one of its values",
    );
  }
  const steps = fieldSteps(object, field, value);
  if (STRUCTURE.test(printed(steps))) {
    throw refusedEdit(`${printed(steps)} is part of the hierarchy`, "Use op add, remove or move");
  }
  refuseIdentity(asset.path, printed(steps));
  const declared = await declaredField(object, steps, state, asset.access);
  if (declared?.unsaved && "above" in locate(object.file.fieldsOf(object.document), steps.slice(0, 1)))
    throw refusedEdit(`${String(steps[0])} ${declared.unsaved}, so Unity does not save it`, "Set it in the script");
  if (object.type === "GameObject" && printed(steps) === "m_TagString") await refuseUnknownTag(value, asset.access);
  const documents = new Map<string, string>();
  const context = await valueContext(steps, declared, "", { object, state, asset, documents });
  const isOverride = sourceOf(object, state) !== undefined;
  if (isOverride) return { edits: await overrideEdits(object, steps, value, context, state), documents };
  return { edits: await ownEdits(object, steps, value, declared, context, state), documents };
}

/** Unity would load an asset with an unknown tag, but the object loses its tag and the Console shows an error. */
async function refuseUnknownTag(value: Json, access: AssetAccess): Promise<void> {
  const { tags } = await projectNames(access);
  if (tags === undefined || tags.includes(String(value))) return;
  throw badValue(
    `The project has no tag ${JSON.stringify(value)}`,
    `Write one of ${tags.join(", ")}, or first add it to tags in ProjectSettings/TagManager.asset`,
  );
}

/** In the file, the bits of a mask are a nested field, but callers set a layer mask as a single value. */
const BITS = "m_Bits";

function fieldSteps(object: AssetObject, field: string, value: Json): FieldStep[] {
  const steps = stepsOf(field);
  if (!steps)
    throw badValue(
      `"${field}" is not a field path`,
      "Write it as unity-asset-read prints it: m_Materials[0], stats.health",
    );
  const fields = object.file.fieldsOf(object.document);
  const isScalar = value !== null && typeof value !== "object";
  if (isScalar && "found" in locate(fields, [...steps, BITS])) return [...steps, BITS];
  return (
    (object.type === "Material" && "above" in locate(fields, steps.slice(0, 1)) && materialSteps(fields, steps)) ||
    steps
  );
}

/** This isn't known for built-in components, or for scripts whose source we can't read. */
async function declaredField(
  object: AssetObject,
  steps: FieldStep[],
  { describer }: AssetState,
  { sources, projectRoot }: AssetAccess,
): Promise<DeclaredField | undefined> {
  const script = describer.scriptPath(object);
  return script.endsWith(".cs") ? sources.field(path.resolve(projectRoot, script), steps) : undefined;
}

interface FieldTarget {
  object: AssetObject;
  state: AssetState;
  asset: EditedAsset;
  documents: Map<string, string>;
}

/** Describes a value for the writer, where `above` is the type of the value that contains it. */
async function valueContext(
  steps: FieldStep[],
  declared: DeclaredField | undefined,
  above: string,
  target: FieldTarget,
): Promise<ValueContext> {
  const { object, state, asset, documents } = target;
  const field = printed(steps);
  const { access } = asset;
  const names = (await namedNumbers(object, field, access)) ?? nativeEnum(object, field);
  const known = names?.type || declared?.type || nativeValue(object, field) || partType(above);
  const native = nativeReference(object, field);
  const expected: ExpectedType =
    declared && declared.type !== ""
      ? { name: isValueType(declared.type) ? "" : declared.type, isCertain: true }
      : { name: native, isCertain: native !== "" && object.type !== "MonoBehaviour" };
  return {
    text: state.file.content.text,
    style: asset.style,
    field,
    type: known,
    members: names?.members ?? declared?.members,
    rivals: (declared?.rivals ?? []).map((each) => projectPath(access.projectRoot, each)),
    range: nativeRange(object, field),
    async part(step) {
      const inner = [...steps, step];
      // The declaration of a list gives the type of its elements.
      if (typeof step === "number") return valueContext(inner, declared, above, target);
      return valueContext(inner, await declaredField(object, inner, state, access), known, target);
    },
    async resolve(written, present) {
      const now = expected.isCertain ? undefined : await typeOfReference(referenceIn(present), state, access);
      const wanted =
        now && now.name !== "" && !/m_Target$|Object$/.test(field) ? { name: now.name, isCertain: false } : expected;
      const { stripped, ...reference } = await resolveReference(written, wanted, field, asset);
      if (stripped !== "" && asset.style.isBeforeNesting)
        throw beforeNesting("a reference to an object of an instance");
      if (stripped !== "") documents.set(reference.fileId, stripped);
      return reference;
    },
  };
}

async function ownEdits(
  object: AssetObject,
  steps: FieldStep[],
  value: Json,
  declared: DeclaredField | undefined,
  context: ValueContext,
  state: AssetState,
): Promise<TextEdit[]> {
  const { file } = state;
  const location = locate(file.fieldsOf(object.document), steps);
  if ("found" in location) return writeValue(location.found, value, context);
  const { above, entry, at } = location;
  const step = steps[at];
  if (
    typeof step === "number" &&
    above.kind === "list" &&
    entry &&
    step === above.items.length &&
    at === steps.length - 1
  ) {
    return [await appendEdit({ node: above, entry }, [value], context)];
  }
  if (at === 0 && steps.length === 1 && declared && declared.type !== "") {
    return [await newField(object, String(step), value, declared, context, state)];
  }
  throw noSuchField(object, steps, at, above);
}

/**
 * Handles a field that the class declares but that the file doesn't contain yet. Unity would only write it the next time it
 * saves the asset.
 */
async function newField(
  object: AssetObject,
  name: string,
  value: Json,
  { isList }: DeclaredField,
  context: ValueContext,
  { file }: AssetState,
): Promise<TextEdit> {
  if (Array.isArray(value) || isList)
    throw badValue(`"${name}" is not in the file yet`, "Save the asset in Unity once before you set a whole list");
  const text = await renderedEntry(name, value, undefined, 2, context);
  const end = file.fieldsOf(object.document).end;
  const at = lineEnd(context.text, end);
  return { start: at, end: at, text: `\n  ${text}` };
}

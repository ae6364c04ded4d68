/** Implements `unity-asset-read`, which returns the objects and fields of a text asset. */
import type { InferOutput } from "valibot";
import type { Context, Json, JsonObject, Outcome, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import type { ReadAssetJob, ReadAssetResult } from "../assets/read-asset.ts";
import { asObject, textIn } from "../command/json-fields.ts";
import { askAssets } from "./ask-assets.ts";
import type { assetReadInput } from "./asset-declarations.ts";
import { projectOf, resolveAsset } from "./find-asset.ts";

type Input = InferOutput<typeof assetReadInput>;

export default async function unityAssetRead(input: Input, context: Context): Promise<Outcome> {
  const asset = await resolveAsset(input, context, "file");
  const projectRoot = await projectOf(asset, context);
  const { object, component, depth, expand, overrides, field } = input;
  const job: ReadAssetJob = {
    kind: "read",
    projectRoot,
    path: asset.absolute,
    object: object.trim(),
    component: component.trim(),
    depth,
    expand,
    overrides,
    field: field.trim(),
  };
  const result = await askAssets<ReadAssetJob, ReadAssetResult>(job, context);
  const answer = "answer" in result ? result.answer : {};
  return { value: { Success: true, ...answer, Path: asset.display, Ver: "" }, files: [asset.absolute] };
}

export function lines({ row }: RenderedRow, _answer: Json, { overrides, field, object }: JsonObject): Row[] {
  const each = asObject(row);
  if (typeof each.Field !== "string") return [objectLine(each)];
  // There are several objects, so the rows have to name them.
  const isFiltered = overrides === true || (typeof field === "string" && field !== "");
  const isMixed = isFiltered && (object === undefined || object === "");
  return [fieldLine(each, isMixed ? `${textIn(each, "Object")} `.trimStart() : "")];
}

function objectLine(row: JsonObject): Row {
  const { Depth, Components, Active, Overrides, Inside, Below } = row;
  const types = Array.isArray(Components) ? Components.join(", ") : "";
  const prefab = textIn(row, "Prefab");
  const notes = [
    prefab === "" ? "" : `<${prefab}>`,
    typeof Inside === "number" ? `+${Inside} inside` : "",
    typeof Overrides === "number" ? `${Overrides} ${Overrides === 1 ? "override" : "overrides"}` : "",
    typeof Below === "number" ? `+${Below} below` : "",
    Active === false ? "(inactive)" : "",
  ];
  const text = [textIn(row, "Name"), types, ...notes].filter((part) => part !== "").join("  ");
  return { text, depth: Number(Depth), ...(Active === false ? { tone: "muted" as const } : {}) };
}

function fieldLine(row: JsonObject, object: string): Row {
  const origin = textIn(row, "Origin");
  const from = textIn(row, "From");
  const said = origin === "own" ? "" : ` [${origin}${from === "" ? "" : ` ${from}`}]`;
  return { text: `${object}${textIn(row, "Component")}.${textIn(row, "Field")} = ${textIn(row, "Value")}${said}` };
}

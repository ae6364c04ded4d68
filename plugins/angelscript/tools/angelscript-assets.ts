/** Implements the tool `angelscript_assets`, which lists the assets that are based on a script class. It needs a running editor. */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { success } from "./error-envelope.ts";

interface AssetsInput {
  name: string;
  includeDerived?: boolean | undefined;
}

interface AssetRow {
  path: string;
  className: string;
  /** The file in the content folder of the project. */
  filePath?: string;
}

/** The number of assets whose files we look for. The others are listed by their asset path. */
const MAX_FILES = 500;

export default async function assets(input: AssetsInput, context: Context): Promise<Outcome> {
  const service = await context.service<AngelscriptService>();
  const editor = await service.openEditor(context.signal, true);
  const { data: names } = await service.ask<string[]>({ op: "derived", name: input.name }, context);
  const wanted = spellings(input.includeDerived === false ? names.slice(0, 1) : names);
  const { classes, isWhole } = editor.assets;
  const rows: AssetRow[] = [];
  for (const [path, className] of classes) if (wanted.has(className)) rows.push({ path, className });
  rows.sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const row of rows.slice(0, MAX_FILES)) {
    const filePath = await service.assetFile(row.path);
    if (filePath !== undefined) row.filePath = context.workspace.display(filePath);
  }
  return success({ name: names[0], total: rows.length, ...(isWhole ? {} : { isIncomplete: true }), assets: rows });
}

/** Returns the names of classes with and without their prefix, because editors report either of them. */
export function spellings(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => (/^[AU][A-Z0-9_]/.test(name) ? [name, name.slice(1)] : [name])));
}

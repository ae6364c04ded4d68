/** Implements the worker job for `unity-asset-read`, which returns either the hierarchy or the fields of an object. */
import { JigError, type JsonObject, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { type AssetTree, buildTree, fieldText, lostBase } from "./asset-tree.ts";
import { chosenObjects, mainDocument, soleDocument } from "./choose-object.ts";
import { damageOf, some } from "./damage.ts";
import { Describer } from "./describe-object.ts";
import { type Chosen, fieldRows } from "./field-rows.ts";
import { filteredRows } from "./filtered-rows.ts";
import { objectRows, otherRows } from "./object-rows.ts";
import { OpenAssets, projectPath } from "./open-assets.ts";
import type { ExpandedAsset } from "./prefab-objects.ts";
import { unreadRows } from "./unread-overrides.ts";

export interface ReadAssetJob {
  kind: "read";
  projectRoot: string;
  /** The absolute path of the asset. */
  path: string;
  object: string;
  component: string;
  depth: number;
  expand: boolean;
  /** True to return only values that this file overrides, either for all objects or for the given one. */
  overrides: boolean;
  /** Returns only fields whose path contains this text, either for all objects or for the given one. */
  field: string;
  /** The guids of all `.meta` files. They are only sent on a second attempt. */
  listed?: Uint8Array;
}

/** If the result is a `list`, the handler looks up the guids in those folders and starts the job again. */
export type ReadAssetResult = { answer: JsonObject } | { list: string[] };

export default async function readAsset(job: ReadAssetJob, context: WorkerContext): Promise<ReadAssetResult> {
  const { projectRoot, path } = job;
  const assets = await context.keep(`assets:${projectRoot}`, () => new OpenAssets(projectRoot));
  const list = await assets.refresh(context, context.signal, job.listed);
  if (list) return { list };
  const opened = await assets.byPath(path, await assets.guidOf(path, context), context);
  const shown = projectPath(projectRoot, path);
  if ("problem" in opened) throw unreadableError(shown, opened.problem, opened.kind);
  const expanded = await assets.expander(context).expand(opened.file);
  const tree = buildTree(expanded);
  const describer = new Describer(assets, projectRoot, expanded, tree, context);
  const whole = path.endsWith(".mat") ? mainDocument : soleDocument;
  const isNamed = job.object !== "" || job.component !== "";
  const chosen = isNamed ? chosenObjects(tree, describer, job) : whole(tree);
  const answer: JsonObject = { Path: shown, Kind: kindOf(path) };
  const field = job.field.toLowerCase();
  if (job.overrides || field !== "") {
    // A field that is given by name is expanded completely.
    const depth = job.depth >= 0 ? Math.max(1, job.depth) : field === "" ? 1 : MAX_DEPTH;
    const prefab = prefabOf(
      isNamed && chosen ? chosen : { objects: tree.roots.map(({ object }) => object) },
      expanded,
      projectRoot,
    );
    if (job.overrides && prefab !== "") answer.Prefab = prefab;
    const shown = { isAsked: false, unfold: job.depth < 0, named: false };
    const options = { describer, expanded, projectRoot, prefab: "", depth, field, access: context, ...shown };
    answer.Fields = await filteredRows(tree, isNamed ? chosen : undefined, job.overrides, options);
  } else if (chosen) {
    const depth = job.depth < 0 ? 1 : job.depth;
    const prefab = prefabOf(chosen, expanded, projectRoot);
    if (prefab !== "") answer.Prefab = prefab;
    const isAsked = job.component !== "";
    const shown = { isAsked, unfold: job.depth < 0, named: false };
    const options = { describer, expanded, projectRoot, prefab, depth, field, access: context, ...shown };
    answer.Fields = await fieldRows(chosen, options);
    // This is an instance that we couldn't read, so there is nothing else to show.
    const [first] = chosen.objects;
    if (first?.lost !== undefined && first.id === first.instance)
      answer.Fields = [...answer.Fields, ...(await unreadRows(tree, ({ id }) => id === first.id, options))];
  } else {
    answer.Objects = [...objectRows(tree, { ...job, describer, expanded }), ...otherRows(tree, describer)];
    answer.ObjectCount = tree.byId.size + tree.others.length;
  }
  const empty = Array.isArray(answer.Fields) && answer.Fields.length === 0 ? [nothingFound(job, expanded)] : [];
  const warnings = [...empty, ...warningsOf(expanded, tree, describer, assets, projectRoot, job.overrides)];
  return { answer: warnings.length > 0 ? { ...answer, warnings } : answer };
}

/** Returns "" for objects of the file itself. */
function prefabOf({ objects }: Pick<Chosen, "objects">, { instances }: ExpandedAsset, projectRoot: string): string {
  const source = instances.get(objects[0]?.instance ?? "")?.source ?? "";
  return source === "" ? "" : projectPath(projectRoot, source);
}

/** Fields at a greater depth are shown in one row. */
const MAX_DEPTH = 20;

function nothingFound({ overrides, field }: ReadAssetJob, { instances }: ExpandedAsset): string {
  if (overrides && [...instances.values()].some(({ unread }) => unread.length > 0))
    return "No override here belongs to an object that could be read";
  const what = overrides ? "overridden value" : "field";
  return field === "" ? `This file has no ${what} here` : `No ${what} here has "${field}" in its path`;
}

const KINDS: Readonly<Record<string, string>> = {
  prefab: "prefab",
  unity: "scene",
  mat: "material",
  anim: "animation clip",
  controller: "animator controller",
};

function kindOf(path: string): string {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return KINDS[ending] ?? "asset";
}

function warningsOf(
  expanded: ExpandedAsset,
  tree: AssetTree,
  describer: Describer,
  assets: OpenAssets,
  root: string,
  isListed: boolean,
): string[] {
  const { instances, unreadInside } = expanded;
  const { missing, ambiguous } = describer;
  const cause = lostBase(tree);
  const warnings: string[] =
    cause === "" ? [] : [`The base of this variant could not be read, so its content is not shown: ${cause}`];
  const lost = [...[...instances.values()].filter(({ problem }) => problem !== ""), ...unreadInside];
  const reasons = new Map<string, number>();
  for (const { source, problem } of lost) {
    const reason = source === "" ? problem : `${projectPath(root, source)}: ${problem}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  for (const [reason, count] of [...reasons].slice(0, 5)) {
    warnings.push(`${some(count, "nested prefab is", "nested prefabs are")} not read: ${reason}`);
  }
  if (reasons.size > 5)
    warnings.push(
      `${some(reasons.size - 5, "more source", "more sources")} of nested prefabs ${reasons.size === 6 ? "is" : "are"} not read`,
    );
  const unused = [...instances.values()].reduce((sum, each) => sum + each.unused, 0);
  if (unused > 0)
    warnings.push(
      `${some(unused, "override names an object that its prefab does not contain: Unity ignores it", "overrides name objects that their prefab does not contain: Unity ignores them")}`,
    );
  const unread = [...instances.values()].reduce((sum, each) => sum + each.unread.length, 0);
  if (unread > 0 && !isListed)
    warnings.push(
      `${some(unread, "override belongs", "overrides belong")} to objects that could not be read: overrides lists them`,
    );
  if (missing.size > 0) {
    const where = assets.guids.hasPackages
      ? ""
      : `; Library/PackageCache does not exist, so ${missing.size === 1 ? "it" : "they"} may belong to packages`;
    warnings.push(`${some(missing.size, "guid is", "guids are")} in no .meta file of the project${where}`);
  }
  for (const guid of [...ambiguous].slice(0, 3)) {
    const files = assets.guids.sharing(guid).map((each) => projectPath(root, each));
    warnings.push(`The guid ${guid} is in the .meta files of ${files.join(" and ")}: it is unclear which one is meant`);
  }
  const removed = [...instances.values()].flatMap((each) => each.removed);
  if (removed.length > 0) {
    const names = removed
      .slice(0, 10)
      .map((each) => (each.type === "GameObject" ? fieldText(each, "m_Name") : describer.typeName(each)));
    const which = `${names.join(", ")}${removed.length > names.length ? " …" : ""}`;
    warnings.push(
      `${some(removed.length, "component or object of a nested prefab is", "components or objects of nested prefabs are")} removed here: ${which}`,
    );
  }
  return [...warnings, ...damageOf(expanded, tree)];
}

export function unreadableError(shown: string, problem: string, kind: string): JigError {
  const hints: Record<string, string> = {
    empty: "Its content is lost, or not written yet: see its version history",
    lfs: "git lfs pull downloads it",
    binary: "Edit > Project Settings > Editor > Asset Serialization: Force Text, then save it again",
  };
  return new JigError("UNAVAILABLE", `${shown} is ${problem}`, {
    hint: hints[kind] ?? "Name a .unity, .prefab, .asset, .controller, .mat or .anim file, or one of ProjectSettings",
    details: { reason: kind },
  });
}

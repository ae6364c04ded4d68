/** The entry of the worker thread that reads assets and plans edits. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import editAsset, { type EditAssetJob, type EditAssetResult } from "../asset-edits/edit-asset.ts";
import readAsset, { type ReadAssetJob, type ReadAssetResult } from "../assets/read-asset.ts";

type AssetJob = ReadAssetJob | EditAssetJob;

export default function assetJob(job: AssetJob, context: WorkerContext): Promise<ReadAssetResult | EditAssetResult> {
  return job.kind === "edit" ? editAsset(job, context) : readAsset(job, context);
}

/** Implements `unity-screenshot` for the game, the scene or a window. */
import { Buffer } from "node:buffer";
import type { InferOutput } from "valibot";
import type { Context, Json, JsonObject, Media, Outcome } from "../../../core/host/plugin-api.ts";
import type { Deadline } from "../command/deadline.ts";
import { asObject } from "../command/json-fields.ts";
import { absoluteOf } from "../results/project-paths.ts";
import type { unityScreenshotInput } from "./dynamic-inputs.ts";
import { outcomeOf } from "./editor-outcome.ts";
import { commandFor, senderFor } from "./send-tool-command.ts";

const TOOL = "unity-screenshot";
const PNG = "image/png";
const JPEG = "image/jpeg";
/** The time that we wait for the image and the interval, in milliseconds. */
const WRITTEN_WITHIN = 3_000;
const LOOK_MS = 50;
/** A complete PNG file ends with its last chunk, and a JPEG file with an end marker. */
const ENDS: Record<string, string> = { [PNG]: "0000000049454e44ae426082", [JPEG]: "ffd9" };

export default async function unityScreenshot(
  input: InferOutput<typeof unityScreenshotInput>,
  context: Context,
): Promise<Outcome> {
  const sender = await senderFor(TOOL, input, context);
  const { result, warnings } = await sender.run(commandFor(TOOL, sender, input));
  const { projectRoot } = sender.call.router;
  const { imageBase64, Screenshots, ...rest } = result;
  const images = pathsIn(result).map((each) => ({ ...each, Path: absoluteOf(projectRoot, each.Path) }));
  const media: Media[] = [];
  if (typeof imageBase64 === "string" && imageBase64 !== "") {
    media.push({ mimeType: PNG, base64: imageBase64, title: input.View });
  } else {
    const part = sender.call.commandContext.deadline.within(WRITTEN_WITHIN);
    for (const { Path } of images) {
      const mimeType = /\.png$/i.test(Path) ? PNG : JPEG;
      if (await isWhole(Path, mimeType, part, context)) media.push({ mimeType, path: Path, title: Path });
      else warnings.push(`${Path} does not exist, or is not fully written`);
    }
  }
  const Success = result.Success !== false && (media.length > 0 || images.length > 0);
  const value: JsonObject = { ...(Screenshots === undefined ? rest : result), Success, Images: images };
  if (!Success && value.Message === undefined) value.Message = "The Editor did not name an image";
  const outcome = outcomeOf({ result: value, warnings }, sender.call);
  return media.length > 0 ? { ...outcome, media } : outcome;
}

/** Some Editors write the file in the next frame and in several steps. */
async function isWhole(file: string, mimeType: string, part: Deadline, { files }: Context): Promise<boolean> {
  const end = ENDS[mimeType]!;
  const length = end.length / 2;
  for (;;) {
    const size = (await files.stat(file).catch(() => undefined))?.size ?? 0;
    const offset = Math.max(0, size - length);
    const tail = size === 0 ? undefined : await files.read(file, { offset, length }).catch(() => undefined);
    if (tail && Buffer.from(tail).toString("hex") === end) return true;
    if (part.remaining === 0) return false;
    await part.sleep(LOOK_MS);
  }
}

/** The keys differ between Editors. */
function pathsIn(result: JsonObject): { Path: string; Width: Json; Height: Json }[] {
  const rows = Array.isArray(result.Screenshots) ? result.Screenshots.map(asObject) : [result];
  return rows.flatMap((row) => {
    const said = [row.ImagePath, row.fullPath, row.path, row.Path, row.output, row.save_path, row.Result];
    const Path = said.find((each): each is string => typeof each === "string" && /\.(png|jpe?g)$/i.test(each));
    const Width = row.Width ?? row.imageWidth ?? row.width ?? null;
    const Height = row.Height ?? row.imageHeight ?? row.height ?? null;
    return Path === undefined ? [] : [{ Path, Width, Height }];
  });
}

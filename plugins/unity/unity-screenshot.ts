/** `unity-screenshot`: a picture of the game, the scene or a window, as an image. */
import type { InferOutput } from "valibot";
import type { Context, Json, JsonObject, Media, Outcome } from "../../core/host/plugin-api.ts";
import type { unityScreenshotInput } from "./further/schemas.ts";
import { errandFor, senderFor } from "./further/send.ts";
import { asObject } from "./protocol/message.ts";
import { outcomeOf } from "./results/answer.ts";
import { absoluteOf } from "./results/project-files.ts";
import type { Caller } from "./session/call.ts";

const TOOL = "unity-screenshot";
const PNG = "image/png";
/** How long a picture is waited for, and between two looks, ms. */
const WRITTEN_WITHIN = 3_000;
const LOOK_MS = 50;

export default async function unityScreenshot(
  input: InferOutput<typeof unityScreenshotInput>,
  context: Context,
): Promise<Outcome> {
  const sender = await senderFor(TOOL, input, context);
  const { result, warnings } = await sender.run(errandFor(TOOL, sender, input));
  const { projectRoot } = sender.dealings.session;
  const { imageBase64, Screenshots, ...rest } = result;
  const images = pathsIn(result).map((each) => ({ ...each, Path: absoluteOf(projectRoot, each.Path) }));
  const media: Media[] =
    typeof imageBase64 === "string" && imageBase64 !== ""
      ? [{ mimeType: PNG, base64: imageBase64, title: input.View }]
      : images.map(({ Path }) => ({ mimeType: PNG, path: Path, title: Path }));
  await written(images, sender.dealings.caller, context);
  const Success = result.Success !== false && (media.length > 0 || images.length > 0);
  const value: JsonObject = { ...(Screenshots === undefined ? rest : result), Success, Images: images };
  if (!Success && value.Message === undefined) value.Message = "The Editor named no picture";
  const outcome = outcomeOf({ result: value, warnings }, sender.dealings);
  return media.length > 0 ? { ...outcome, media } : outcome;
}

/** Some Editors write a picture only with their next frame. */
async function written(images: { Path: string }[], { deadline }: Caller, { files }: Context): Promise<void> {
  const part = deadline.within(WRITTEN_WITHIN);
  for (const { Path } of images) {
    while (part.remaining > 0 && !(await files.stat(Path).catch(() => undefined))?.size) await part.sleep(LOOK_MS);
  }
}

/** Where the Editor left its pictures, whichever way it says so. */
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

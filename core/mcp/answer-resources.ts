/** Provides saved answers as MCP resources, and pictures as MCP content. */
import { type Host, JigError, type JsonObject, type Media, type SavedAnswer } from "../host/frontend-api.ts";

/** The maximum per read if the client doesn't request certain lines. */
const MAX_CHARS = 200_000;
/** The limit of base64 per picture. Larger ones are skipped. */
const MAX_MEDIA_BYTES = 8 * 1024 * 1024;

export const ANSWER_TEMPLATE: JsonObject = {
  uriTemplate: "answer:{id}{?lines}",
  name: "answer",
  title: "A saved answer",
  description: "The whole of an answer that was cut, as text; lines=100-250 selects a part.",
  mimeType: "text/plain",
};

export function resourceEntry({ id, title, size, mtimeMs }: SavedAnswer): JsonObject {
  return {
    uri: `answer:${id}`,
    name: `answer:${id}`,
    title,
    description: `The whole answer from ${new Date(mtimeMs).toISOString().slice(0, 16).replace("T", " ")}`,
    mimeType: "text/plain",
    size,
    annotations: { lastModified: new Date(mtimeMs).toISOString() },
  };
}

/** Reads `answer:<id>`, or some of its lines with `answer:<id>?lines=100-250`. */
export async function readAnswer(host: Host, { uri }: JsonObject): Promise<JsonObject> {
  const [, id, from, to] =
    (typeof uri === "string" && /^answer:([0-9a-z]+)(?:\?lines=(\d+)(?:-(\d+))?)?$/.exec(uri)) || [];
  if (id === undefined) {
    throw new JigError("INVALID_ARGUMENT", `Unknown resource: ${String(uri).slice(0, 200)}`, {
      hint: "Write answer:<id> as listed by resources/list",
    });
  }
  const first = Number(from ?? 1);
  const { text, more } = await host.savedText(id, first, to === undefined ? undefined : Number(to), MAX_CHARS);
  const content: JsonObject = { uri, mimeType: "text/plain", text };
  if (more !== undefined) content._meta = { "jig/next": `answer:${id}?lines=${more}-` };
  return { contents: [content] };
}

/** Sends pictures as images and other media as resources. A file that can't be read becomes a text message. */
export async function mediaContent(host: Host, media: readonly Media[]): Promise<JsonObject[]> {
  const content: JsonObject[] = [];
  for (const each of media) {
    const { mimeType, title } = each;
    const bytes = await host.mediaBytes(each, MAX_MEDIA_BYTES);
    const path = "path" in each ? each.path : undefined;
    if (bytes === undefined)
      content.push({ type: "text", text: `${title ?? mimeType}: ${path ?? "too large to send"}` });
    else if (mimeType.startsWith("image/")) content.push({ type: "image", data: bytes, mimeType });
    else if (mimeType.startsWith("audio/")) content.push({ type: "audio", data: bytes, mimeType });
    else
      content.push({
        type: "resource",
        resource: { uri: path ?? `media:${title ?? mimeType}`, mimeType, blob: bytes },
      });
  }
  return content;
}

/** Contains the icon of the server, which shows a workpiece in a vise. It is a data URI, because jig has no website of its own. */
import type { JsonObject } from "../host/frontend-api.ts";

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f6f5c"/>' +
  '<path d="M6 7h5v18H6zM21 7h5v18h-5z" fill="#d7efe6"/><path d="M12 12h8v8h-8z" fill="#ffb454"/></svg>';

export function icons(): JsonObject[] {
  const src = `data:image/svg+xml;base64,${Buffer.from(PICTURE).toString("base64")}`;
  return [{ src, mimeType: "image/svg+xml", sizes: ["any"] }];
}

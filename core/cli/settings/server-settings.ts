/** Reads the Zoekt servers in the user's settings file. */
import { isObject, type Json, type JsonObject } from "../../host/frontend-api.ts";

export const SERVERS = "zoekt";

export interface ServerSetting {
  name?: string;
  url: string;
  token_file?: string;
  timeout_ms?: number;
}

const FIELDS = ["name", "url", "token_file", "timeout_ms"];
const NAME = /^[A-Za-z][\w.-]{0,63}$/;
const MAX_MS = 600_000;

/** Returns an error message if the list is invalid. */
export function serversOf(value: Json): ServerSetting[] | string {
  if (!Array.isArray(value)) return `"${SERVERS}" takes a list of servers: [{"name": "team", "url": "https://host"}]`;
  const servers: ServerSetting[] = [];
  for (const [index, entry] of value.entries()) {
    const server = isObject(entry) ? serverOf(entry) : "is not an object";
    if (typeof server === "string") return `"${SERVERS}" ${index + 1}: ${server}`;
    const { name } = server;
    if (name !== undefined && servers.some((other) => other.name === name))
      return `"${SERVERS}" ${index + 1}: the name "${name}" is taken`;
    servers.push(server);
  }
  return servers;
}

function serverOf(entry: JsonObject): ServerSetting | string {
  const unknown = Object.keys(entry).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined) return `there is no "${unknown}", only ${FIELDS.join(", ")}`;
  const { name, url, token_file, timeout_ms } = entry;
  if (typeof url !== "string" || !/^https?:\/\/[^@]+$/.test(url) || !URL.canParse(url))
    return `"url" is http://host:6070 or https://host, without a password`;
  if (name !== undefined && (typeof name !== "string" || !NAME.test(name)))
    return `"name" is a letter and up to 63 letters, digits, dots, dashes and underscores`;
  if (token_file !== undefined && (typeof token_file !== "string" || token_file === ""))
    return `"token_file" is the path of a file`;
  if (timeout_ms !== undefined && !isTime(timeout_ms)) return `"timeout_ms" is a number from 1 to ${MAX_MS}`;
  return {
    url,
    ...(name === undefined ? {} : { name }),
    ...(token_file === undefined ? {} : { token_file }),
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
  };
}

function isTime(value: Json): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_MS;
}

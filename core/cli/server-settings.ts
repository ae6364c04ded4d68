/** The Zoekt servers of the user's settings file: how an entry is written. */
import { isObject, type Json, type JsonObject } from "../host/door-api.ts";

export const SERVERS = "zoekt";

/** One entry, as it is written. */
export interface ServerSetting {
  name?: string;
  url: string;
  token_file?: string;
  timeout_ms?: number;
}

const FIELDS = ["name", "url", "token_file", "timeout_ms"];
const NAME = /^[A-Za-z][\w.-]{0,63}$/;
const LONGEST_MS = 600_000;

/** What is wrong with the list, as a sentence. */
export function faultOfServers(value: Json): string | undefined {
  if (!Array.isArray(value)) return `"${SERVERS}" takes a list of servers: [{"name": "team", "url": "https://host"}]`;
  const names = new Set<string>();
  for (const [index, entry] of value.entries()) {
    const fault = isObject(entry) ? faultOf(entry) : "is not an object";
    if (fault) return `"${SERVERS}" ${index + 1}: ${fault}`;
    const { name } = entry as unknown as ServerSetting;
    if (name !== undefined && names.has(name)) return `"${SERVERS}" ${index + 1}: the name "${name}" is taken`;
    if (name !== undefined) names.add(name);
  }
  return undefined;
}

function faultOf(entry: JsonObject): string | undefined {
  const unknown = Object.keys(entry).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined) return `there is no "${unknown}", only ${FIELDS.join(", ")}`;
  const { name, url, token_file, timeout_ms } = entry;
  if (typeof url !== "string" || !/^https?:\/\/[^@]+$/.test(url) || !URL.canParse(url))
    return `"url" is http://host:6070 or https://host, without a password`;
  if (name !== undefined && (typeof name !== "string" || !NAME.test(name)))
    return `"name" is a letter and up to 63 letters, digits, dots, dashes and underscores`;
  if (token_file !== undefined && (typeof token_file !== "string" || token_file === ""))
    return `"token_file" is the path of a file`;
  if (timeout_ms === undefined) return undefined;
  const whole = typeof timeout_ms === "number" && Number.isInteger(timeout_ms);
  return whole && timeout_ms >= 1 && timeout_ms <= LONGEST_MS
    ? undefined
    : `"timeout_ms" is a number from 1 to ${LONGEST_MS}`;
}

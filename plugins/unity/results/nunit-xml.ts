/**
 * Finds failed tests in an NUnit 3 result file in a single pass without an XML parser. We look for the opening tags of test
 * cases, and only extract the message and stack of those whose result is "Failed".
 */

export interface FailedTest {
  FullName: string;
  Message: string;
  StackTrace: string;
}

const MAX_FAILED = 1_000;
const OPENING = "<test-case ";

/** Returns undefined if the text isn't a result file. */
export function failedTestsIn(xml: string): FailedTest[] | undefined {
  if (!/<test-(run|suite|case)\b/.test(xml.slice(0, 64 * 1024))) return undefined;
  const failed: FailedTest[] = [];
  for (let at = xml.indexOf(OPENING); at >= 0 && failed.length < MAX_FAILED; at = xml.indexOf(OPENING, at)) {
    const close = endOfTag(xml, at + OPENING.length);
    if (close < 0) break;
    const attributes = xml.slice(at + OPENING.length, close);
    // An element that closes itself has no details.
    const end = attributes.endsWith("/") ? close : endOf(xml, "test-case", close);
    const body = xml.slice(close + 1, end);
    at = end;
    if (attributeIn(attributes, "result") !== "Failed") continue;
    const failure = elementIn(body, "failure") ?? "";
    failed.push({
      FullName: attributeIn(attributes, "fullname") ?? attributeIn(attributes, "name") ?? "",
      Message: textIn(elementIn(failure, "message")),
      StackTrace: textIn(elementIn(failure, "stack-trace")),
    });
  }
  return failed;
}

/** Returns the totals, which are in the first element. */
export function countsIn(xml: string): Record<string, number> | undefined {
  const at = xml.indexOf("<test-run");
  const close = at < 0 ? -1 : endOfTag(xml, at);
  if (close < 0) return undefined;
  const attributes = xml.slice(at + "<test-run".length, close);
  const keys = { TestCount: "total", PassedCount: "passed", FailedCount: "failed", SkippedCount: "skipped" };
  const counts = Object.entries(keys).flatMap(([key, name]) => {
    const value = attributeIn(attributes, name);
    return value !== undefined && /^\d{1,9}$/.test(value) ? [[key, Number(value)] as const] : [];
  });
  return counts.length === 0 ? undefined : Object.fromEntries(counts);
}

/** Returns the offset of the `>` that ends the tag, ignoring those in quotes. It is -1 if there isn't one. */
function endOfTag(xml: string, from: number): number {
  let quote = "";
  for (let at = from; at < xml.length; at++) {
    const sign = xml.charAt(at);
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") return at;
  }
  return -1;
}

function attributeIn(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found ? unescaped(found[1] ?? found[2]!) : undefined;
}

/** Returns the inner text. Tags inside CDATA are part of the text. */
function elementIn(xml: string, name: string): string | undefined {
  const opening = new RegExp(`<${name}\\b[^>]*>`).exec(xml);
  if (!opening || opening[0].endsWith("/>")) return undefined;
  const from = opening.index + opening[0].length;
  return xml.slice(from, endOf(xml, name, from));
}

/**
 * Finds the closing tag of the element that began before `from`, ignoring CDATA. If the tag is missing, for example because the
 * file is incomplete, it returns the end of the text.
 */
function endOf(xml: string, name: string, from: number): number {
  const closing = `</${name}>`;
  for (let at = from; ; ) {
    const end = xml.indexOf(closing, at);
    if (end < 0) return xml.length;
    const data = xml.indexOf("<![CDATA[", at);
    if (data < 0 || data > end) return end;
    const over = xml.indexOf("]]>", data);
    if (over < 0) return xml.length;
    at = over + 3;
  }
}

function textIn(xml: string | undefined): string {
  if (xml === undefined) return "";
  const parts = xml.split(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/);
  return parts
    .map((part, index) => (index % 2 === 1 ? part : unescaped(part)))
    .join("")
    .trim();
}

const NAMED: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/**
 * Reads MSBuild project files without running MSBuild. The result contains properties and items with their conditions, in
 * order.
 */

/** An element (its text or attributes), with the conditions of everything around it. */
export interface Statement {
  name: string;
  /** The `Include` of an item, the `Project` of an import, or the text of a property. */
  value: string;
  conditions: string[];
  attributes: ReadonlyMap<string, string>;
  in: "property" | "item" | "import";
}

/** The `Sdk` attribute of `<Project>` is treated like a property with this name. */
export const SDK = "Sdk";

const TAG = /<(\/?)([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** The limit for nesting. */
const MAX_DEPTH = 40;

interface Open {
  name: string;
  attributes: Map<string, string>;
  from: number;
}

export function statementsOf(written: string): Statement[] {
  const text = written.replace(/<!--[\s\S]*?(?:-->|$)/g, "");
  const statements: Statement[] = [];
  const open: Open[] = [];
  const add = ({ name, attributes }: Open, inner: string): void => {
    const parent = open.at(-1)?.name;
    if (name === "Project" && parent === undefined && attributes.has(SDK))
      statements.push({ name: SDK, value: attributes.get(SDK) ?? "", conditions: [], attributes, in: "property" });
    // A child element has the same meaning as an attribute.
    if (/^(?:Version|HintPath|Aliases)$/.test(name) && open.at(-2)?.name === "ItemGroup")
      open.at(-1)?.attributes.set(name, unescaped(inner).trim());
    const place =
      name === "Import"
        ? "import"
        : parent === "PropertyGroup"
          ? "property"
          : parent === "ItemGroup"
            ? "item"
            : undefined;
    if (!place) return;
    const value = place === "property" ? inner : (attributes.get(place === "import" ? "Project" : "Include") ?? "");
    const conditions = [...open.map((each) => each.attributes), attributes].flatMap(
      (each) => each.get("Condition") ?? [],
    );
    // The condition of an `<Otherwise>` can't be known.
    if (open.some((each) => each.name === "Otherwise" || each.name === "Target")) conditions.push("?");
    statements.push({ name, value: unescaped(value).trim(), conditions, attributes, in: place });
  };
  for (const tag of text.matchAll(TAG)) {
    const [all, close = "", name = "", attributes = "", selfClosed = ""] = tag;
    if (close !== "") {
      const at = open.findLastIndex((each) => each.name === name);
      if (at < 0) continue;
      const [element] = open.splice(at);
      if (element) add(element, text.slice(element.from, tag.index));
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), from: tag.index + all.length };
    if (selfClosed !== "") add(element, "");
    else if (open.length < MAX_DEPTH) open.push(element);
  }
  return statements;
}

function attributesOf(text: string): Map<string, string> {
  return new Map([...text.matchAll(ATTRIBUTE)].map((found) => [found[1] ?? "", unescaped(found[2] ?? found[3] ?? "")]));
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? name);
}

/** The value is undefined if it isn't known. As in MSBuild, a property that isn't set is empty. */
export type Properties = Map<string, string | undefined>;

/** Replaces `$(Name)`. It returns undefined for unknown values and MSBuild functions. */
export function expandProperties(text: string, properties: Properties): string | undefined {
  let known = true;
  const value = text.replace(/\$\(([^()]*)\)/g, (_, name: string) => {
    if (!/^[\w-]+$/.test(name)) known = false;
    const key = name.toLowerCase();
    if (properties.has(key) && properties.get(key) === undefined) known = false;
    return properties.get(key) ?? "";
  });
  return known && !/[$%@]\(/.test(value) ? value : undefined;
}

/**
 * Evaluates an MSBuild condition. It returns undefined if the result depends on something unknown, or if the syntax isn't
 * supported.
 */
export function conditionHolds(written: string, properties: Properties): boolean | undefined {
  const condition = written.replace(/!?\b[A-Za-z]+\s*\([^()]*\)/g, (call, at: number) =>
    written[at - 1] === "$" ? call : "?",
  );
  // Nested groups aren't supported.
  if (/[()]/.test(condition.replace(/\$\([^()]*\)/g, "")) && /\sor\s/i.test(condition)) return undefined;
  const alternatives = condition.split(/\s+or\s+/i).map((part) => everyHolds(part.split(/\s+and\s+/i), properties));
  return alternatives.includes(true) ? true : alternatives.includes(undefined) ? undefined : false;
}

function everyHolds(parts: readonly string[], properties: Properties): boolean | undefined {
  const held = parts.map((part) => comparisonHolds(part, properties));
  return held.includes(false) ? false : held.includes(undefined) ? undefined : true;
}

function comparisonHolds(written: string, properties: Properties): boolean | undefined {
  const found = /^\(?\s*'([^']*)'\s*(==|!=)\s*'([^']*)'\s*\)?$/.exec(written.trim());
  if (!found) return undefined;
  const [, before = "", , after = ""] = found;
  const [left, right] = [expandProperties(before, properties), expandProperties(after, properties)];
  if (left === undefined || right === undefined) return undefined;
  return (left.toLowerCase() === right.toLowerCase()) === (found[2] === "==");
}

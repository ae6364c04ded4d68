/** Formats an outline. The declarations are nested as in code, so that no line has to repeat a container. */
import type { RenderedRow, Row } from "../../../core/host/plugin-api.ts";

interface Shown {
  name: string;
  kind: string;
  namespace: string;
  container: string | null;
  startLine: number;
  endLine: number;
  nameLine: number;
  nameColumn: number;
  signature?: string;
  attributes?: string[];
  condition?: string;
  unity?: string;
  parts?: { path: string; startLine: number; endLine: number }[];
}

interface Answer {
  path: string;
  symbols: Shown[];
  from?: number;
}

const LONGEST_ARGUMENTS = 24;
/** Attributes that only affect how the Inspector looks. */
const DRAWN = /^(?:UnityEngine\.)?(?:Tooltip|Header|Space)(?:Attribute)?\b/;

export function symbolLines({ row: symbol }: RenderedRow<Shown>, { path, symbols }: Answer): Row[] {
  const { name, kind, namespace, container, nameLine, nameColumn, startLine, endLine } = symbol;
  const siblings = siblingsOf(symbol, symbols);
  if (siblings[0] && siblings[0].nameColumn < nameColumn) return [];
  const outer = symbols.filter((each) => each.kind === "namespace" && isWithin(namespace, fullName(each)));
  const containers = container === null ? [] : container.split("/");
  const depth = outer.length + containers.length;
  const own: Row = {
    text: [textOf(symbol), ...siblings.map(textOf)].join(", "),
    depth,
    location: { absolute: path, display: path, startLine, startColumn: nameColumn, endLine },
    links: [
      {
        rel: "references",
        tool: "script_refs_find",
        input: { name, path, kind, ...(container === null ? {} : { container }), snippetContext: 0 },
      },
    ],
  };
  // On later pages, the container of a row may be on an earlier page.
  const [first] = symbols;
  const isFirst = first?.nameLine === nameLine && first.nameColumn === nameColumn && first.name === name;
  if (!isFirst || (namespace === "" && container === null)) return [own];
  return [
    { text: `in ${[namespace, containers.join("/")].filter((part) => part !== "").join(".")}:`, tone: "muted" },
    own,
  ];
}

/** Returns the members of an enum that share one line, which is shown for the first of them. */
function siblingsOf(symbol: Shown, symbols: readonly Shown[]): Shown[] {
  if (symbol.kind !== "enumMember") return [];
  return symbols.filter(
    ({ kind, nameLine, nameColumn, container }) =>
      kind === symbol.kind &&
      nameLine === symbol.nameLine &&
      container === symbol.container &&
      nameColumn !== symbol.nameColumn,
  );
}

function textOf({ name, kind, signature, attributes = [], condition, unity, parts = [] }: Shown): string {
  return [
    ...attributes.filter((each) => !DRAWN.test(each)).map((each) => `[${shortAttribute(each)}]`),
    signature ?? `${kind} ${name}`,
    // Without its accessors, a property would look like a field.
    ...[[...(kind === "property" ? [kind] : []), ...(unity === undefined ? [] : [unity])].join(", ")]
      .filter((mark) => mark !== "")
      .map((mark) => `(${mark})`),
    ...(condition === undefined ? [] : [`#if ${condition}`]),
    ...parts.map((part) => `also ${part.path}:${part.startLine}-${part.endLine}`),
  ].join(" ");
}

/** Shortens an attribute if its arguments are long. */
function shortAttribute(written: string): string {
  const open = written.indexOf("(");
  return open < 0 || written.length - open <= LONGEST_ARGUMENTS ? written : `${written.slice(0, open)}(…)`;
}

function fullName({ namespace, name }: Shown): string {
  return namespace === "" ? name : `${namespace}.${name}`;
}

function isWithin(namespace: string, outer: string): boolean {
  return namespace === outer || namespace.startsWith(`${outer}.`);
}

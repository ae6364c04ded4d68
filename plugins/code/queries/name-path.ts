/**
 * Parses the forms in which a declaration can be named: a plain name, `App/render`, `app.App.render`, `Type::new`,
 * `src/app.ts#App/render`, `… @src/app.ts:12`.
 */

export interface NamePath {
  name: string;
  /** The enclosing names, outermost first. The first ones may be folders or the file. */
  containers: string[];
  /** The file in a complete symbol path, in the form that answers print. */
  file?: string;
  /** The line of its name if the path ends with `@path:line`. */
  line?: number;
}

export function parseNamePath(written: string): NamePath {
  let text = written.trim();
  const place = / @(.+):(\d+)$/.exec(text);
  if (place) text = text.slice(0, place.index);
  const hash = text.lastIndexOf("#");
  // `#field` is a private name, and `src/app.ts#App/#field` is one in a file.
  const split = /^(.+\.\w+)#(.+)$/.exec(text);
  const file = split?.[1]?.replaceAll("\\", "/");
  const inFile = split?.[2] ?? (hash > 0 && !text.includes("/") ? text.replace("#", "/") : text);
  const parts = namesOf(inFile);
  const name = parts.pop() ?? "";
  return {
    name,
    containers: parts,
    ...(file === undefined ? {} : { file }),
    ...(place ? { line: Number(place[2]) } : {}),
  };
}

/** Matches `A::operator/` and `A/operator()`, in which the rest of the text is a single name. */
const OPERATOR = /(?:^|[/.:])(operator(?:\s+[\w:]|\s*[^\s\w]).*)$/s;

function namesOf(text: string): string[] {
  const operator = OPERATOR.exec(text)?.[1];
  if (operator !== undefined) return [...namesOf(text.slice(0, text.length - operator.length)), operator.trim()];
  const bare = text.replace(/\(.*\)$/s, "").replace(/(?<=\w)<.*>$/s, "");
  // A symbol path is only split at slashes, because names of members may contain dots.
  const parts = bare.includes("/") ? bare.split("/") : bare.split(/::|->|\.(?!\.)/);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Understands questions in words on the home screen. docs/explorer.md lists them. */
import type { LinkRel } from "../../core/host/frontend-api.ts";

export type Sentence =
  /** A question that is answered by rows of the overview. */
  | { about: "folder"; tag: string }
  /** A question that is answered by the declaration, or by a jump from it. */
  | { about: "symbol"; name: string; rel?: LinkRel };

const NAME = String.raw`(?:the )?([\p{L}_$][\p{L}\p{N}_$.:]*)`;

const FOLDER: readonly [tag: string, pattern: RegExp][] = [
  ["language", /^(?:what|which) languages?(?: .*)?$|^what is (?:it|this) written in$/i],
  ["start", /^where (?:does|do) (?:it|this|i) (?:start|begin)$|^(?:where is )?(?:the )?entry ?points?$/i],
  ["test", /^where are (?:the |all )?tests$/i],
  ["changed", /^what(?:'s| is| has| was)? (?:changed|new)(?: .*)?$|^(?:recent|latest) changes$/i],
  [
    "large",
    /^what(?:'s| is| are) (?:the )?(?:big(?:gest)?|large(?:st)?)(?: files?)?$|^(?:big(?:gest)?|large(?:st)?) files?$/i,
  ],
  ["todo", /^todos?$|^what(?:'s| is) (?:left|open|missing)(?: to do)?$/i],
];

const SYMBOL: readonly [rel: LinkRel | undefined, pattern: string][] = [
  ["callers", `(?:who|what) calls ${NAME}|callers of ${NAME}|where is ${NAME} called`],
  ["references", `(?:who|what) uses ${NAME}|where is ${NAME} used|(?:uses|usages|references) (?:of|to) ${NAME}`],
  ["derived", `(?:who|what) (?:implements|extends|inherits|derives from|subclasses) ${NAME}`],
  [
    undefined,
    `where is ${NAME} (?:declared|defined|implemented)|(?:definition|declaration) of ${NAME}|where is ${NAME}`,
  ],
];
const SYMBOL_PATTERNS = SYMBOL.map(([rel, pattern]) => [rel, new RegExp(`^(?:${pattern})$`, "iu")] as const);

/** Returns undefined for other words, which are searched literally. */
export function sentenceOf(text: string): Sentence | undefined {
  const words = text
    .trim()
    .replace(/\s*\?+$/, "")
    .replace(/\s+/g, " ");
  const folder = FOLDER.find(([, pattern]) => pattern.test(words));
  if (folder) return { about: "folder", tag: folder[0] };
  for (const [rel, pattern] of SYMBOL_PATTERNS) {
    const name = pattern
      .exec(words)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (name !== undefined) return { about: "symbol", name, ...(rel ? { rel } : {}) };
  }
  return undefined;
}

/** Where a name in a source leads: the jumps that plugins declare for its language, or for any. */
import type { JumpContribution } from "../contract/define.ts";
import type { NamePlace } from "../contract/host.ts";
import type { Link } from "../contract/outcome.ts";
import { linksOf } from "../rows/draw.ts";

/** `languages`: those of the file, by its ending. */
export function jumpsAt(at: NamePlace, rules: readonly JumpContribution[], languages: readonly string[]): Link[] {
  const own = rules.filter((rule) => rule.languages?.some((language) => languages.includes(language)));
  const fitting = own.length > 0 ? own : rules.filter((rule) => rule.languages === undefined);
  const { path, word, line, column } = at;
  const place = { absolute: path, display: path, startLine: line, startColumn: column };
  return linksOf(fitting, { answer: null, input: {}, row: { path, word, line, column } }, place);
}

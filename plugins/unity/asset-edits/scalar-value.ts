/** Formats single values for Unity's YAML, and checks them if we know the field's type. */
import type { Json } from "../../../core/host/plugin-api.ts";
import type { EnumMembers } from "../asset-types/enum-members.ts";
import {
  doubleText,
  floatText,
  infinityText,
  integerProblem,
  isIntegerType,
  isRounded,
} from "../asset-types/number-format.ts";
import { isValueType } from "../asset-types/value-types.ts";
import type { YamlScalar } from "../assets/yaml-tree.ts";
import { badValue } from "./edit-errors.ts";

export interface ScalarContext {
  /** The field's name, which is only used in messages. */
  field: string;
  /** The type from the declaration, or "" if it isn't known. */
  type: string;
  members: EnumMembers | undefined;
  rivals: readonly string[];
  range: [least: number, most: number] | undefined;
}

type Present = Pick<YamlScalar, "text" | "style"> | undefined;

const FLOAT = /^(?:float|double)$/;
const TEXT = /^(?:string|char)$/;
/** This is deliberately strict. If we accepted `NaN` here, the object would disappear in the Editor. */
const NUMERIC = /^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

export function scalarOf(value: Json, present: Present, context: ScalarContext): string {
  const { field, type, members } = context;
  if (value === null || typeof value === "object") {
    throw badValue(
      `"${field}" takes a single value, not ${JSON.stringify(value)}`,
      "Write a number, a string, true or false",
    );
  }
  if (context.range && !(members && typeof value === "string" && !/^\d+$/.test(value.trim())))
    return rangeText(value, context.range, context);
  if (members && type !== "") return enumText(value, members, context);
  if (context.rivals.length > 0 && !/^-?\d+$/.test(String(value)))
    throw badValue(
      `"${field}" is of type ${type}, and ${context.rivals.join(" and ")} declare different enums of that name`,
      "Write the number",
    );
  if (type === "bool") return boolText(value, context);
  if (typeof value === "boolean") return value ? "1" : "0";
  if (isIntegerType(type) && !(type === "char" && typeof value === "string")) return integerText(value, context);
  if (FLOAT.test(type)) return realText(value, context);
  if (TEXT.test(type)) return String(value);
  return typeof value === "number" ? untypedNumber(value, context) : untypedText(value, present, context);
}

function wrongType({ field, type }: ScalarContext, value: Json, instead: string) {
  return badValue(`"${field}" must be of type ${type}, not ${JSON.stringify(value)}`, `Write ${instead}`);
}

function rangeText(
  value: boolean | number | string,
  [least, most]: [number, number],
  { field }: ScalarContext,
): string {
  const text = String(value).trim();
  if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return String(Number(text));
  throw badValue(`"${field}" has no ${JSON.stringify(value)}`, `Write a whole number from ${least} to ${most}`);
}

function boolText(value: boolean | number | string, context: ScalarContext): string {
  const [text] = /^(?:true|false|0|1)$/i.exec(String(value).trim()) ?? [];
  if (text === undefined) throw wrongType(context, value, "true or false");
  return /^(?:true|1)$/i.test(text) ? "1" : "0";
}

function integerText(value: number | string, context: ScalarContext): string {
  const problem = integerProblem(context.type, value);
  if (problem !== "") throw wrongType(context, value, problem);
  return String(BigInt(typeof value === "string" ? value.trim() : value));
}

/** Unity doesn't show an object whose position or size isn't finite. */
const FINITE = /^m_(?:Local(?:Position|Rotation|Scale|EulerAnglesHint)|AnchoredPosition|SizeDelta|Anchor|Pivot)\b/;

function realText(value: number | string, context: ScalarContext): string {
  const infinite = typeof value === "string" ? infinityText(value) : undefined;
  if (infinite !== undefined) {
    if (FINITE.test(context.field)) throw badValue(`"${context.field}" must be finite`, "Write a number");
    return infinite;
  }
  if (typeof value === "string" && !NUMERIC.test(value.trim()))
    throw badValue(`"${context.field}" takes a number, not ${JSON.stringify(value)}`, "Write a number");
  const number = Number(value);
  const text = context.type === "double" ? doubleText(number) : floatText(number);
  if (text !== undefined && Number.isFinite(number)) return text;
  const most = context.type === "double" ? "1.7976931348623157e+308" : "3.4028235e+38";
  throw badValue(
    `"${context.field}" is a ${context.type || "float"}, which cannot represent ${JSON.stringify(value)}`,
    `Write a number between -${most} and ${most}, or Infinity`,
  );
}

/** We don't have a declared type here. Unity's own classes hardly ever use double, so we assume float or int. */
function untypedNumber(value: number, context: ScalarContext): string {
  if (isRounded(value) && Math.abs(value) < 2 ** 64)
    throw badValue(
      `${value} may be rounded: JSON represents whole numbers up to 9007199254740991 exactly`,
      "Write the number as a string, in quotes",
    );
  return Number.isSafeInteger(value) ? String(value) : realText(value, context);
}

function untypedText(value: string, present: Present, context: ScalarContext): string {
  const { field, type } = context;
  const isNumber =
    present?.style === "plain" && (NUMERIC.test(present.text) || infinityText(present.text) !== undefined);
  if (type !== "" && isNumber && /^-?\d+$/.test(present.text) && !isValueType(type)) {
    if (/^-?\d+$/.test(value)) return value;
    throw badValue(
      `"${field}" takes a number of ${type} (now ${present.text}), not ${JSON.stringify(value)}`,
      `No source here declares ${type}: write the value as a number`,
    );
  }
  if (type !== "" || !isNumber) return value;
  const isText = /(?:name|text|tag|string|title|label|path|key|version|identifier|guid|value)$/i.test(
    field.replace(/\[.*$/, ""),
  );
  if (/^-?\d+$/.test(value.trim())) return value.trim();
  if (NUMERIC.test(value.trim()) || infinityText(value) !== undefined) return realText(value, context);
  if (isText && !/^nan$/i.test(value)) return value;
  throw badValue(`"${field}" takes a number (now ${present.text}), not ${JSON.stringify(value)}`, "Write a number");
}

/** Returns the text for a member of an enum, a list of flags, or a plain number. */
function enumText(value: boolean | number | string, { byName, isFlags, isWhole }: EnumMembers, context: ScalarContext) {
  const { field, type } = context;
  const names = [...byName.keys()];
  const shown = names.slice(0, 40).join(", ");
  const parts = String(value)
    .split(isFlags ? /[|,]/ : /$^/)
    .map((part) => part.trim())
    .map((part) => (byName.has(part) ? part : (part.split(".").at(-1) ?? "")));
  const numbers = parts.map((part) => byName.get(part));
  if (numbers.every((each) => each !== undefined)) return String(union(numbers));
  const isNumber = /^-?\d+$/.test(String(value).trim());
  // We can't be strict with numbers, since the value may be a combination of flags or a member whose value only the compiler
  // can compute.
  const isKnown = [...byName.values()].some((each) => each !== undefined && String(each) === String(value).trim());
  const isSum = isFlags && isNumber && isSubset(BigInt(String(value).trim()), union([...byName.values()]));
  if (isNumber && (isKnown || isSum || !isWhole)) return String(value).trim();
  const unreadable = parts.find((part) => byName.has(part));
  if (unreadable !== undefined)
    throw badValue(`The value of ${type}.${unreadable} is not a plain number in the source`, "Write the number itself");
  throw badValue(`"${field}" is of type ${type}, which has no ${JSON.stringify(value)}`, `Write one of ${shown}`);
}

function union(numbers: readonly (number | undefined)[]): bigint {
  return numbers.reduce((all, each) => all | BigInt(each ?? 0), 0n);
}

/** Checks that no other bits are set. The value -1 always passes, because Unity calls it "Everything". */
function isSubset(number: bigint, all: bigint): boolean {
  return number === -1n || (number & ~all) === 0n;
}

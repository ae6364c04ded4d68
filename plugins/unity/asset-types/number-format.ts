/** Formats numbers as Unity does. Integers are exact, and floats use the shortest form that can be read back without a loss. */

/** Numbers from 10 to the power of this are written with an exponent. */
const LONG_EXPONENT = 10;
const MAX_FLOAT = 3.4028234663852886e38;
const FLOAT_DIGITS = 9;

/** Rounds the value to a 32-bit float first. It returns undefined if the value is too large for that. */
export function floatText(value: number): string | undefined {
  if (Math.abs(value) > MAX_FLOAT) return undefined;
  if (value === 0) return positional(value);
  const float = Math.fround(value);
  for (let digits = 1; digits <= FLOAT_DIGITS; digits++) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return positional(short);
  }
  return positional(float);
}

export function doubleText(value: number): string {
  return positional(value);
}

function positional(value: number): string {
  // Unity distinguishes -0 from 0.
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [, sign = "", first = "", rest = "", power = "0"] =
    /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(value.toExponential()) ?? [];
  const exponent = Number(power);
  const digits = first + rest;
  if (Math.abs(exponent) >= LONG_EXPONENT) {
    return `${sign}${first}${rest === "" ? "" : `.${rest}`}e${exponent < 0 ? "" : "+"}${exponent}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.padEnd(exponent + 1, "0").slice(0, exponent + 1);
  const part = digits.slice(exponent + 1);
  return sign + whole + (part === "" ? "" : `.${part}`);
}

export function infinityText(text: string): string | undefined {
  const [found, sign = ""] = /^([-+]?)(?:inf|infinity|\u221e)$/i.exec(text.trim()) ?? [];
  return found === undefined ? undefined : `${sign === "-" ? "-" : ""}Infinity`;
}

const LIMITS: Readonly<Record<string, [least: bigint, most: bigint]>> = {
  byte: [0n, 255n],
  sbyte: [-128n, 127n],
  char: [0n, 65_535n],
  short: [-32_768n, 32_767n],
  ushort: [0n, 65_535n],
  int: [-2_147_483_648n, 2_147_483_647n],
  uint: [0n, 4_294_967_295n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  ulong: [0n, 2n ** 64n - 1n],
};

export function isIntegerType(type: string): boolean {
  return LIMITS[type] !== undefined;
}

/** Returns a description of the allowed range if the value is out of range, and "" if the value is fine. */
export function integerProblem(type: string, value: number | string): string {
  const limits = LIMITS[type];
  if (!limits) return "";
  const written = typeof value === "number" ? wholeText(value) : value.trim();
  const number = written !== undefined && /^-?\d+$/.test(written) ? BigInt(written) : undefined;
  if (number !== undefined && number >= limits[0] && number <= limits[1]) return "";
  const asText = typeof value === "number" && isRounded(value) ? ", as a string: JSON rounds numbers of this size" : "";
  return `a whole number from ${limits[0]} to ${limits[1]}${asText}`;
}

/** For numbers above 2^53, JSON.parse may already have lost digits. */
export function isRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function wholeText(value: number): string | undefined {
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

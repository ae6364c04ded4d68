/** Lists the C# types that are serialized inline. */
import { isIntegerType } from "./number-format.ts";

const FLOAT = /^(?:float|double)$/;
const VALUE =
  /^(?:string|bool|char|Vector\d(?:Int)?|Quaternion|Color(?:32)?|Rect(?:Int)?|Bounds(?:Int)?|LayerMask|AnimationCurve|Gradient|Hash128|RectOffset|GUIStyle|Matrix4x4|decimal|DateTime|TimeSpan|object)$/;

export function isNumberType(type: string): boolean {
  return isIntegerType(type) || FLOAT.test(type);
}

/** Returns true if the type is neither a reference nor an enum. */
export function isValueType(type: string): boolean {
  return isNumberType(type) || VALUE.test(type);
}

/** Returns the type of a component of a vector, color or rect. For other types it returns an empty string. */
export function partType(type: string): string {
  if (/^(?:Vector\dInt|RectInt|BoundsInt)$/.test(type)) return "int";
  return /^(?:Vector\d|Quaternion|Color|Rect|Bounds|Matrix4x4)$/.test(type) ? "float" : "";
}

/** A call that is saved in a UnityEvent of an asset, with its method, type and line. */

export interface PersistentCall {
  line: number;
  /** The type in the form `Space.Outer+Inner`, or "" if it is not saved. */
  type: string;
  method: string;
  /** The script of the target, or "" if the target is not in this asset. */
  guid: string;
  /** The simple name of the target's type if it is the engine's, e.g. `AudioSource`, or "". Old versions of Unity save no type. */
  engineType: string;
  /** True if an instance or a variant overrides the call. */
  isOverride: boolean;
}

const OVERRIDE =
  /^\s*propertyPath: (.*m_PersistentCalls\.m_Calls\.Array\.data\[\d+\])\.(m_MethodName|m_TargetAssemblyTypeName|m_Target)\s*$/;

type CalledObject = Pick<PersistentCall, "guid" | "engineType">;
const NO_OBJECT: CalledObject = { guid: "", engineType: "" };

export function persistentCalls(text: string): PersistentCall[] {
  const lines = text.split(/\r?\n/);
  const objects = objectsById(lines);
  const calls: PersistentCall[] = [];
  const types = new Map<string, string>();
  const targets = new Map<string, CalledObject>();
  const overridden: { key: string; call: Pick<PersistentCall, "line" | "method" | "isOverride"> }[] = [];
  lines.forEach((content, at) => {
    const method = /^\s+m_MethodName:\s*(\S+)\s*$/.exec(content)?.[1];
    if (method !== undefined)
      calls.push({ line: at + 1, method, isOverride: false, ...targetAbove(lines, at, objects) });
    const [, key, field] = OVERRIDE.exec(content) ?? [];
    if (key === undefined) return;
    const value = /^\s*value:\s*(.*?)\s*$/.exec(lines[at + 1] ?? "")?.[1] ?? "";
    // The path is the same for entries of different instances, so the key includes the target object.
    const full = `${lines[at - 1]?.trim()} ${key}`;
    if (field === "m_TargetAssemblyTypeName") types.set(full, typeName(value));
    else if (field === "m_Target") {
      const id = /^\s*objectReference: \{fileID: (-?\d+)\}/.exec(lines[at + 2] ?? "")?.[1] ?? "";
      targets.set(full, objects.get(id) ?? NO_OBJECT);
    } else if (value !== "") overridden.push({ key: full, call: { line: at + 2, method: value, isOverride: true } });
  });
  const known = overridden.map(({ key, call }) => ({
    ...call,
    type: types.get(key) ?? "",
    ...(targets.get(key) ?? NO_OBJECT),
  }));
  return [...calls, ...known];
}

/** Removes the assembly from `Space.Type, Assembly, Version=…`. */
function typeName(written: string): string {
  return (written.split(",", 1)[0] ?? "").trim();
}

function targetAbove(
  lines: readonly string[],
  at: number,
  objects: ReadonlyMap<string, CalledObject>,
): Pick<PersistentCall, "type"> & CalledObject {
  let type = "";
  for (let above = at - 1; above >= Math.max(0, at - 4); above--) {
    const content = lines[above] ?? "";
    const named = /m_(?:TargetAssemblyTypeName|TypeName):\s*(.+)$/.exec(content)?.[1];
    if (named !== undefined) type = typeName(named);
    const target = /m_Target: \{fileID: (-?\d+)/.exec(content)?.[1];
    if (target !== undefined) return { type, ...(objects.get(target) ?? NO_OBJECT) };
  }
  return { type, ...NO_OBJECT };
}

/** Returns the script, or otherwise the engine's type, of each object, keyed by id. */
function objectsById(lines: readonly string[]): Map<string, CalledObject> {
  const found = new Map<string, CalledObject>();
  let id = "";
  lines.forEach((content, at) => {
    const header = /^--- !u!\d+ &(-?\d+)/.exec(content)?.[1];
    if (header !== undefined) {
      id = header;
      const engineType = /^(\w+):\s*$/.exec(lines[at + 1] ?? "")?.[1];
      if (engineType !== undefined && engineType !== "MonoBehaviour") found.set(id, { guid: "", engineType });
    }
    const guid = /^\s+m_Script: \{fileID: -?\d+, guid: ([0-9a-f]{32})/.exec(content)?.[1];
    if (guid !== undefined) found.set(id, { guid, engineType: "" });
  });
  return found;
}

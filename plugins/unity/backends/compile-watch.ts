/**
 * Contains C# code that collects the messages of the compiler. The domain reload at the end of a compile closes the connection
 * before we get an answer, but Unity's SessionState survives it. For this reason the listeners store each message there, and we
 * read them with a second piece of code once the Editor is back.
 */
import type { Json, JsonObject } from "../../../core/host/plugin-api.ts";
import { asObject } from "../command/json-fields.ts";
import { literal } from "./csharp-literal.ts";

/** These control characters never occur in the output of the compiler. */
const FIELD = "\u001f";
const MESSAGE = "\u001e";
const MAX_LENGTH = 500_000;

/**
 * Installs the listeners once for each id, and reports whether the Editor is in Play Mode along with the setting "Script
 * Changes While Playing". With `begin` it also starts a compile, either of the changed scripts or a clean one.
 */
export function watchCode(id: string, begin: "nothing" | "changed" | "clean"): string {
  const key = literal(keyOf(id));
  const option = begin === "clean" ? "CleanBuildCache" : "None";
  const request =
    begin === "nothing"
      ? ""
      : `UnityEditor.AssetDatabase.Refresh();
UnityEditor.Compilation.CompilationPipeline.RequestScriptCompilation(UnityEditor.Compilation.RequestScriptCompilationOptions.${option});
`;
  return `var key = ${key};
var mode = (UnityEditor.EditorApplication.isPlayingOrWillChangePlaymode ? "playing " : "editing ") + UnityEditor.EditorPrefs.GetInt("ScriptCompilationDuringPlay", 0);
if (UnityEditor.SessionState.GetInt(key + ".on", 0) != 0) return mode;
UnityEditor.SessionState.SetInt(key + ".on", 1);
System.Action<string, UnityEditor.Compilation.CompilerMessage[]> each = (assembly, messages) => {
  var text = UnityEditor.SessionState.GetString(key, "");
  foreach (var message in messages) {
    if (text.Length < ${MAX_LENGTH}) text += (int)message.type + "\\u001f" + message.file + "\\u001f" + message.line + "\\u001f" + message.message + "\\u001e";
  }
  UnityEditor.SessionState.SetString(key, text);
};
System.Action<object> ended = null;
ended = context => {
  UnityEditor.Compilation.CompilationPipeline.assemblyCompilationFinished -= each;
  UnityEditor.Compilation.CompilationPipeline.compilationFinished -= ended;
  UnityEditor.SessionState.SetInt(key + ".done", 1);
};
UnityEditor.Compilation.CompilationPipeline.assemblyCompilationFinished += each;
UnityEditor.Compilation.CompilationPipeline.compilationFinished += ended;
${request}return mode;`;
}

/** Reads the messages that were collected so far, and whether scripts have errors at the moment. */
export function outcomeCode(id: string): string {
  const key = literal(keyOf(id));
  return `return (UnityEditor.SessionState.GetInt(${key} + ".done", 0) != 0 ? "done" : "open") + "\\u001f" + (UnityEditor.EditorUtility.scriptCompilationFailed ? "broken" : "good") + "\\u001e" + UnityEditor.SessionState.GetString(${key}, "");`;
}

function keyOf(id: string): string {
  return `jig.compile.${id}`;
}

/** The value `after play` means that Unity won't compile until Play Mode ends. */
export type PlayMode = "editing" | "playing" | "after play";

/** Parses the result of `watchCode`. */
export function modeIn(result: Json | undefined): PlayMode | undefined {
  const [, mode, setting] = /^(editing|playing) (\d+)$/.exec(String(result)) ?? [];
  if (mode === undefined) return undefined;
  // The numbers follow the order in Preferences > General > Script Changes While Playing.
  return mode === "editing" ? "editing" : setting === "1" ? "after play" : "playing";
}

export interface CompilerOutcome {
  /** True if the compile that we requested has finished. */
  done: boolean;
  broken: boolean;
  errors: JsonObject[];
  warnings: JsonObject[];
}

export function outcomeIn(result: Json | undefined): CompilerOutcome | undefined {
  const [head, ...entries] = String(result).split(MESSAGE);
  const [, done, state] = new RegExp(`^(done|open)${FIELD}(broken|good)$`).exec(head ?? "") ?? [];
  if (done === undefined) return undefined;
  const messages = entries
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [type, file, line, ...rest] = entry.split(FIELD);
      return { type, value: { Message: rest.join(FIELD), File: file ?? "", Line: Number(line) || 0 } };
    });
  // The members of CompilerMessageType are Error, Warning and Info.
  const of = (type: string) => messages.filter((each) => each.type === type).map(({ value }) => value);
  return { done: done === "done", broken: state === "broken", errors: unique(of("0")), warnings: unique(of("1")) };
}

function unique(messages: JsonObject[]): JsonObject[] {
  return [...new Map(messages.map((each) => [`${each.File}:${each.Line}:${each.Message}`, each])).values()];
}

/**
 * Finds the output of the compiler in the Console. Unlike the messages of a script, it has no stack trace and matches the
 * pattern from start to end.
 */
export function compilerEntries(entries: Json[], kind: "error" | "warning"): string[] {
  const form = new RegExp(`^[^\\n]*?\\(\\d+,\\d+\\): ${kind} [A-Z]+\\d+: |^(?:${kind}) [A-Z]+\\d+: `);
  const messages = entries.map(asObject).flatMap(({ message, stackTrace }) => {
    const text = String(message ?? "").trimEnd();
    const logged = typeof stackTrace === "string" && stackTrace.trim() !== "";
    return form.test(text) && !logged ? [text] : [];
  });
  return [...new Set(messages)];
}

/**
 * Provides the grammars of the highlighter, which aren't loaded before there is source to show. For AngelScript we take the
 * grammar of highlight.js and add Unreal's macros and specifiers.
 */
import angelscript from "highlight.js/lib/languages/angelscript";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import lua from "highlight.js/lib/languages/lua";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight, type LanguageFn } from "lowlight";

// This has an annotation because Deno infers types from the JavaScript of the grammars, and those don't match the published
// ones.
const GRAMMARS = {
  angelscript: unreal,
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  lua,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
} as unknown as Record<string, LanguageFn>;

export function createGrammars() {
  const lowlight = createLowlight(GRAMMARS);
  lowlight.registerAlias({ angelscript: ["as"], csharp: ["cs"], xml: ["uxml", "csproj"], json: ["asmdef", "jsonc"] });
  return lowlight;
}

/** Adds macros such as UCLASS and UPROPERTY, plus the keywords of Unreal's dialect. */
function unreal(hljs: Parameters<LanguageFn>[0]) {
  const language = angelscript(hljs);
  return {
    ...language,
    keywords: `${String(language.keywords)} struct delegate event access asset of default mixin local n this fallthrough`,
    contains: [
      { scope: "meta", begin: /\bU(CLASS|STRUCT|ENUM|PROPERTY|FUNCTION|META|INTERFACE)\b/ },
      { scope: "type", begin: /\b[AUFEIT][A-Z]\w*/ },
      ...language.contains,
    ],
  };
}

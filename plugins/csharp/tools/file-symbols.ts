/** Provides the structure of C# files to other tools. */
export { fileSymbols as default } from "./script-symbols-get.ts";

/** Structure of C# files for other tools. */
export { fileSymbols as default } from "./script-symbols-get.ts";

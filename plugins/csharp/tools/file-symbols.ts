/** C# file structure, for other tools */
export { fileSymbols as default } from "./script-symbols-get.ts";

/** How jig starts a plugin's process: by a word on its own command line, which no tool has as its name, or by a script under Deno. */

/** The process of a plugin's modules; with a further word that of the built-in plugin of that name. */
export const CHILD_ROLE = "plugin-process";

/** The asset that is the child's program under Deno. */
export const CHILD_SCRIPT = "plugin-child.js";

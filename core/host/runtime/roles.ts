/** Names for starting a plugin's process: a reserved argument of jig, or a script under Deno. */

/** Starts the process of a plugin's modules; with a further argument, of the built-in plugin of that name. */
export const CHILD_ROLE = "plugin-process";

/** Asset name of the child's script under Deno. */
export const CHILD_SCRIPT = "plugin-child.js";

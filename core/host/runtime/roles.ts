/** Names used to start a plugin's process: a reserved argument of jig, or a script under Deno. */

/** Starts the process for a plugin's modules. A further argument names a built-in plugin. */
export const CHILD_ROLE = "plugin-process";

/** Asset name of the child's script under Deno. */
export const CHILD_SCRIPT = "plugin-child.js";

/** How a plugin's process is started: a reserved argument to jig or, under Deno, a script. */

/** Starts a process for a plugin's modules. If it is built in, pass its name as a further argument. */
export const CHILD_ROLE = "plugin-process";

/** Asset with the child's script for Deno */
export const CHILD_SCRIPT = "plugin-child.js";

/** Defines how the process of a plugin is started: a reserved argument of jig or, under Deno, a script. */

/** Starts a process for the modules of a plugin. If it is built in, its name is a further argument. */
export const CHILD_ROLE = "plugin-process";

/** The asset with the child's script for Deno. */
export const CHILD_SCRIPT = "plugin-child.js";

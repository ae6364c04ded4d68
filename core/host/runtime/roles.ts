/** Words on the command line that make a process of jig's own something else than a program for people; no tool has such a name. */

/** The process of a plugin's modules; with a further word that of the built-in plugin of that name. */
export const CHILD_ROLE = "plugin-process";

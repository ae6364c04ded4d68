/** Names of the synthesised class and method of top-level statements. */

export const PROGRAM = "Program";
export const MAIN = "<Main>$";

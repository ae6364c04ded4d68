/** The class and method that the compiler generates for top-level statements. */

export const PROGRAM = "Program";
export const MAIN = "<Main>$";

/** Names that the compiler gives to the class and the method around top-level statements. */

export const PROGRAM = "Program";
export const MAIN = "<Main>$";

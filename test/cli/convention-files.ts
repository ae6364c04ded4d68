/** A small project with a long list of uses. */

export const CALLS = 1200;

export const FILES = {
  "main.go": `package main\n\nfunc main() {\n${"\thelp()\n".repeat(CALLS)}}\n\nfunc help() {}\n`,
  "none.go": "// nothing here\n",
  "many.go": `package main\n\n${Array.from({ length: 300 }, (_, at) => `func part${at}() {}\n`).join("")}`,
};

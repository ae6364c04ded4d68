/** A folder with links, a loop and names that are not UTF-8, and commands run in it. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "../jig.ts";

export const FILES = {
  "README.md": "readme\n",
  "src/a.c": "needle\nfoo\n",
  "docs/api/x.md": "# needle\n",
  "docs/y.md": "y\n",
};

export function tree(): string {
  const root = scratch(FILES);
  mkdirSync(join(root, "d"));
  symlinkSync("..", join(root, "d/loop"));
  symlinkSync("src", join(root, "link"));
  symlinkSync("README.md", join(root, "flink"));
  symlinkSync("nowhere", join(root, "broken"));
  const latin = (path: string) => Buffer.from(join(root, path), "latin1");
  mkdirSync(latin("dir\xfc"));
  writeFileSync(join(root, "in"), "a\0needle\0b\0");
  for (const path of ["lat\xe9n.txt", "src/w\xe9.c", "dir\xfc/in.txt"]) writeFileSync(latin(path), "needle\n");
  return root;
}

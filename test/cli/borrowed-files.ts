/** Files that borrowed programs read. */

export const FILES = {
  ".gitignore": "ignored.txt\n",
  "ignored.txt": "needle\n",
  ".hidden/a.txt": "needle\n",
  "src/a.c": "int needle(void);\nint x = 0xFF;\n\n",
  "src/b.h": "needle|pin\nNeedle\n",
  "src/bin": "needle\0\nneedle\n",
  "notes.md": "a needle (sharp)\n日本 needle 語\nfoo.bar\nfooxbar\n",
};

export function lines(text: string): string[] {
  return text.split("\n").sort();
}

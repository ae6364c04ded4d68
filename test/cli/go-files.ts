/** A small Go project. */

export const FILES = {
  "main.go": "package main\n\nfunc main() { help() }\n\nfunc help() {}\n",
  "pkg/app/app.go": "package app\n\nfunc main() {}\n",
  "other/main.go": "package other\n",
};

/** Files with known counts. */
import { scratch } from "../jig.ts";

export const ROOT = scratch({
  "a.py": '#!/usr/bin/env python\n"""Doc\n* y\n"""\n# comment\nx = 1\n\ndef f(*args):\n    return "# no"\n',
  "b.cs": "// one\nclass A { /* two */ }\n/* three\n\nfour */ int x;\n",
  "notes.txt": "one\ntwo\n",
  "empty.py": "",
  "binary.bin": Buffer.from([1, 0, 2]),
  "latin.c": Buffer.from("/* caf\xe9 */\r\nint x;\r\n", "latin1"),
  "sub/x.rb": "# c\nputs 1\n",
});

/** Member edits with the compiled binary: inserted, rejected, applied and undone. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

const PLAYER = `using System;
using UnityEngine;

namespace Game
{
    /// <summary>Doc.</summary>
    [Serializable]
    public partial class Player : MonoBehaviour
    {
        [SerializeField] int speed = 1;
        public int a, b;

        /// <summary>Moves.</summary>
        [ContextMenu("Go")]
        public void Move(int n)
        {
            speed += n;
        }

        public int Power => speed;
        partial void Fire();
    }

    public enum State { Idle, Run }
    public enum Mode
    {
        One,
        Two = 2 // last
    }
}
`;

const PART =
  "namespace Game {\r\n\tpublic partial class Player {\r\n\t\tpartial void Fire() {\r\n\t\t\tMove(2);\r\n\t\t}\r\n\t}\r\n}\r\n";

const files: Record<string, string> = {
  "Assets/Player.cs": PLAYER,
  "Assets/Player.Part.cs": PART,
  "Assets/Helper.cs": "namespace Other { public class Helper { public static int X; } }\n",
};

type Edit = { symbol: string; do: string; code?: string; path?: string };

function project() {
  const cwd = scratch(files);
  const read = (path: string) => readFileSync(join(cwd, path), "utf8");
  const edit = (...edits: Edit[]) => callJig("script_edit", { edits, apply: true }, { cwd });
  return { cwd, read, edit };
}

test("several edits are one plan, fitted into each file, and undone to the byte", () => {
  const { cwd, read, edit } = project();
  const { value } = edit(
    {
      symbol: "Player/Move",
      do: "body",
      code: "var all = new List<int> { n };\nforeach (var x in all)\n  speed += Helper.X;",
    },
    { symbol: "Player/Power", do: "replace", code: "  public int Power {\n    get { return speed; }\n  }" },
    { symbol: "Player/speed", do: "after", code: "[SerializeField] Helper helper;" },
    { symbol: "Player/Fire", do: "body", code: "{\n    Move(1);\n    if (true)\n        Move(3);\n}" },
    { symbol: "Mode/Two", do: "after", code: "Three = 3" },
    { symbol: "State", do: "append", code: "Jump" },
    { symbol: "Game.Player", do: "append", code: 'public string Name()\n{\n    return @"a\n b";\n}' },
  );
  assert.equal(value.state, "applied", JSON.stringify(value));
  assert.equal(
    read("Assets/Player.cs"),
    PLAYER.replace("using System;\n", "using System;\nusing System.Collections.Generic;\nusing Other;\n")
      .replace("= 1;\n", "= 1;\n        [SerializeField] Helper helper;\n")
      .replace(
        "            speed += n;\n",
        "            var all = new List<int> { n };\n            foreach (var x in all)\n                speed += Helper.X;\n",
      )
      .replace("Power => speed;", "Power {\n            get { return speed; }\n        }")
      .replace(
        "partial void Fire();\n",
        'partial void Fire();\n\n        public string Name()\n        {\n            return @"a\n b";\n        }\n',
      )
      .replace("Run }", "Run, Jump }")
      .replace("Two = 2 // last\n", "Two = 2, // last\n        Three = 3\n"),
  );
  assert.equal(
    read("Assets/Player.Part.cs"),
    PART.replace("\t\t\tMove(2);\r\n", "\t\t\tMove(1);\r\n\t\t\tif (true)\r\n\t\t\t\tMove(3);\r\n"),
  );
  assert.equal(callJig("changes", { undo: value.plan }, { cwd }).value.state, "undone");
  for (const path of Object.keys(files)) assert.equal(read(path), files[path], path);
});

test("a member goes with its attributes and documentation, a partial method with both parts", () => {
  const { read, edit } = project();
  assert.equal(
    edit(
      { symbol: "Player/Move", do: "delete" },
      { symbol: "Mode/Two", do: "delete" },
      { symbol: "State/Idle", do: "delete" },
      { symbol: "Player/Fire", do: "delete" },
    ).value.state,
    "applied",
  );
  assert.equal(
    read("Assets/Player.cs"),
    PLAYER.replace(/\n {8}\/\/\/ <summary>Moves[\s\S]*?\n {8}\}\n/, "")
      .replace("        Two = 2 // last\n", "")
      .replace("Idle, ", "")
      .replace("        partial void Fire();\n", ""),
  );
  assert.equal(read("Assets/Player.Part.cs"), "namespace Game {\r\n\tpublic partial class Player {\r\n\t}\r\n}\r\n");
});

test("what goes before a member goes before its documentation", () => {
  const { read, edit } = project();
  edit(
    { symbol: "Player/Move", do: "before", code: "void Stop()\n{\n}" },
    { symbol: "Mode/One", do: "before", code: "Zero," },
  );
  assert.match(
    read("Assets/Player.cs"),
    /a, b;\n\n {8}void Stop\(\)\n {8}\{\n {8}\}\n\n {8}\/\/\/ <summary>Moves[\s\S]* {8}Zero,\n {8}One,/,
  );
});

test("refused with the place: code that does not parse, leaves its place, or has no place", () => {
  const cases: [Edit, RegExp][] = [
    [
      { symbol: "Player/Move", do: "body", code: "if (n > 1) {" },
      /line 1, column 12 of its code: "\{" has no matching bracket/,
    ],
    [
      { symbol: "Player/Power", do: "replace", code: "public int Power =>\n  ;" },
      /does not parse at line 1, column 18/,
    ],
    [{ symbol: "Player/Power", do: "after", code: "void X() { } } class Y {" }, /"\}" has no matching bracket/],
    [{ symbol: "Player/a", do: "delete" }, /declared together with others/],
    [{ symbol: "Player/speed", do: "body", code: "{ }" }, /a field has no body/],
    [{ symbol: "Player/Power", do: "append", code: "int x;" }, /cannot contain members/],
    [{ symbol: "Game.Player", do: "delete" }, /several parts/],
    [{ symbol: "Player/Nothing", do: "delete" }, /No script declares/],
  ];
  const { read, edit } = project();
  for (const [one, why] of cases) {
    const { value } = edit(one);
    assert.notEqual(value.state, "applied");
    assert.match(String(value.error), why);
  }
  const both = edit({ symbol: "Player/Move", do: "delete" }, { symbol: "Player/Move", do: "body", code: "return;" });
  assert.match(JSON.stringify(both.value), /two edits change the same code/);
  for (const path of Object.keys(files)) assert.equal(read(path), files[path], path);
});

/** Stack traces of both runtimes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { projectFrame } from "./stack-trace.ts";

test("the place in a stack is the first of the project's own code", () => {
  const frames: [stack: string, place: ReturnType<typeof projectFrame>][] = [
    ["at A.B () (at Assets/Tests/A.cs:3)\nat C (at Assets/C.cs:9)", { file: "Assets/Tests/A.cs", line: 3 }],
    [
      "at NUnit.Assert () [0x1] in <abc>:0\r\n  at A.B () [0x00012] in C:\\My Game\\Assets\\A.cs:45 ",
      { file: "C:\\My Game\\Assets\\A.cs", line: 45 },
    ],
    ["   at A.B() in /work/My Game/Assets/A.cs:line 7", { file: "/work/My Game/Assets/A.cs", line: 7 }],
    [
      "at X (at ./Library/PackageCache/com.unity.test-framework@1.1/X.cs:5)\nat A (at Packages/mine/A.cs:2)",
      { file: "Packages/mine/A.cs", line: 2 },
    ],
    ["at System.Int32.Parse () [0x0] in /home/bokken/build/corlib/Int32.cs:1", undefined],
    ["", undefined],
  ];
  for (const [stack, place] of frames) assert.deepEqual(projectFrame(stack), place, stack);
});

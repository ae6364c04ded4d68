/** Result files and stack traces as Unity's Test Runner and both runtimes write them, and as nobody should. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { failedTestsIn } from "./nunit-xml.ts";
import { projectFrame } from "./stack-trace.ts";

const RUN = (cases: string) =>
  `\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n<test-run id="2" testcasecount="3" result="Failed(Child)"><test-suite type="Assembly" name="Game.Tests.dll" result="Failed"><failure><message><![CDATA[One or more child tests had errors]]></message></failure>${cases}</test-suite></test-run>`;

test("failed tests of a result file, with what CDATA and entities hold", () => {
  const xml = RUN(`
    <test-case id="1" name="Ok" fullname="Game.A.Ok" result="Passed" />
    <test-case id="2" name='Bad("x > y")' fullname="Game.A.Bad(&quot;x &gt; y&quot;)" result="Failed" label="Error"><properties />
      <failure><message><![CDATA[  Expected: <b> "quoted" </test-case>
  But was: 灯 🎮]]></message><stack-trace><![CDATA[at Game.A.Bad () [0x1] in /work/Game/Assets/A.cs:12
]]></stack-trace></failure><output><![CDATA[<test-case fullname="Fake" result="Failed">]]></output></test-case>
    <test-case fullname="Game.A.Split" result="Failed"><failure><message>a &lt;&#65;&#x42;&amp;amp; <![CDATA[x]]]]><![CDATA[>y]]></message></failure></test-case>
    <test-case fullname="Game.A.Silent" result="Failed"/>`);
  assert.deepEqual(failedTestsIn(xml), [
    {
      FullName: 'Game.A.Bad("x > y")',
      Message: 'Expected: <b> "quoted" </test-case>\n  But was: 灯 🎮',
      StackTrace: "at Game.A.Bad () [0x1] in /work/Game/Assets/A.cs:12",
    },
    { FullName: "Game.A.Split", Message: "a <AB&amp; x]]>y", StackTrace: "" },
    { FullName: "Game.A.Silent", Message: "", StackTrace: "" },
  ]);
  assert.deepEqual(failedTestsIn(RUN("")), []);
});

test("what is no result file, or a torn one, ends", () => {
  for (const text of ["", "{}", "<html></html>", "\0\0"]) assert.equal(failedTestsIn(text), undefined);
  const torn = RUN('<test-case fullname="A" result="Failed"><failure><message><![CDATA[half');
  assert.equal(failedTestsIn(torn.slice(0, torn.indexOf("half") + 2))?.[0]?.Message, "ha");
  const many = RUN(
    '<test-case fullname="A" result="Failed"><failure><message>m</message></failure></test-case>'.repeat(5_000),
  );
  assert.equal(failedTestsIn(many)?.length, 1_000);
  const open = '<test-run><test-case a="'.padEnd(2_000_000, "<test-case ");
  const started = performance.now();
  failedTestsIn(open);
  assert.ok(performance.now() - started < 2_000);
});

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

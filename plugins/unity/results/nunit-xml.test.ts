/** Result files of Unity's Test Runner, including incomplete ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { failedTestsIn } from "./nunit-xml.ts";

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
  const started = process.cpuUsage();
  failedTestsIn(open);
  // Processor time. Rescanning at each opening tag would take minutes.
  assert.ok(process.cpuUsage(started).user < 5_000_000);
});

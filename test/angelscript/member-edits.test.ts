/** Member edits: exact file contents afterwards, and rejected edits. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession } from "./session.ts";

const FILE = `enum EMood
{
	Calm,
	Angry,
	Sad
}

event void FOnHit(int Amount, AActor By);

class ABase : AActor
{
	FOnHit OnHit;
	int A = 1, B = 2;

	// Fires.
	void Fire(int Times, bool bLoud = false)
	{
		OnHit.Broadcast(Times, this);
	}

	UFUNCTION(BlueprintEvent)
	bool CanFire(FName What) const { return true; }
}

class AChild : ABase
{
	EMood Mood;

	void Start()
	{
		OnHit.AddUFunction(this, n"Hear");
		switch (Mood)
		{
			case EMood::Calm:
				break;
			default:
				Print("other");
		}
	}
}
`;

interface Edit {
  symbol: string;
  do: string;
  code?: string;
}

async function project(text = FILE) {
  const root = scratch({ "Script/One.as": text });
  const session = await openSession({ cwd: root, args: ["--root", root] });
  return {
    read: () => readFileSync(join(root, "Script/One.as"), "utf8"),
    edit: (...edits: Edit[]) => session.text("angelscript_edit", { edits, apply: true }),
    problems: async () => (await session.call("angelscript_diagnostics", {})).data.diagnostics,
    close: () => session.close(),
  };
}

/** Applies each edit to the original file. */
async function turned(edits: Edit[], text = FILE): Promise<string> {
  const { read, edit, close } = await project(text);
  const answer = await edit(...edits);
  await close();
  assert.match(answer, /is applied/);
  return read();
}

test("members are replaced, inserted, appended and deleted, indented as their surroundings", async () => {
  const rows: [edit: Edit, from: string, to: string][] = [
    [
      { symbol: "ABase/Fire", do: "body", code: 'if (bLoud)\n    Print("Bang");' },
      "\t{\n\t\tOnHit.Broadcast(Times, this);\n\t}",
      '\t{\n\t\tif (bLoud)\n\t\t\tPrint("Bang");\n\t}',
    ],
    [
      { symbol: "ABase/Fire", do: "replace", code: "void Fire(int Times)\n{\n}" },
      "void Fire(int Times, bool bLoud = false)\n\t{\n\t\tOnHit.Broadcast(Times, this);\n\t}",
      "void Fire(int Times)\n\t{\n\t}",
    ],
    [
      { symbol: "ABase/Fire", do: "before", code: "void Aim()\n{\n}" },
      "\t// Fires.",
      "\tvoid Aim()\n\t{\n\t}\n\n\t// Fires.",
    ],
    [{ symbol: "AChild/Mood", do: "after", code: "int C;" }, "\tEMood Mood;\n", "\tEMood Mood;\n\tint C;\n"],
    [
      { symbol: "ABase", do: "append", code: "void Stop()\n{\n}" },
      "{ return true; }\n}",
      "{ return true; }\n\n\tvoid Stop()\n\t{\n\t}\n}",
    ],
    [{ symbol: "EMood", do: "append", code: "Glad," }, "\tSad\n", "\tSad,\n\tGlad\n"],
    [{ symbol: "EMood/Angry", do: "delete" }, "\tAngry,\n", ""],
    [
      { symbol: "ABase/Fire", do: "delete" },
      "\t// Fires.\n\tvoid Fire(int Times, bool bLoud = false)\n\t{\n\t\tOnHit.Broadcast(Times, this);\n\t}\n\n",
      "",
    ],
  ];
  for (const [edit, from, to] of rows) {
    assert.ok(FILE.includes(from), from);
    assert.equal(
      await turned([edit]),
      FILE.replace(from, () => to),
      JSON.stringify(edit),
    );
  }
});

test("an override, missing cases and a bound function are written, and checked without a problem", async () => {
  const { read, edit, problems, close } = await project();
  assert.deepEqual(
    (await problems()).map(({ message }: { message: string }) => message),
    ['"AChild" has no function "Hear" to bind'],
  );
  const answer = await edit(
    { symbol: "AChild", do: "override", code: "Fire" },
    { symbol: "AChild", do: "override", code: "CanFire" },
    { symbol: "AChild", do: "handler", code: "Hear" },
    { symbol: "AChild/Start", do: "cases" },
  );
  assert.match(answer, /is applied/);
  const text = read();
  assert.match(
    text,
    /\tvoid Fire\(int Times, bool bLoud = false\) override\n\t\{\n\t\tSuper::Fire\(Times, bLoud\);\n\t\}\n/,
  );
  assert.match(
    text,
    /\tUFUNCTION\(BlueprintOverride\)\n\tbool CanFire\(FName What\) const\n\t\{\n\t\treturn Super::CanFire\(What\);\n\t\}\n/,
  );
  assert.match(text, /\tUFUNCTION\(\)\n\tvoid Hear\(int Amount, AActor By\)\n\t\{\n\t\}\n/);
  assert.match(
    text,
    /\t\t\tcase EMood::Calm:\n\t\t\t\tbreak;\n\t\t\tcase EMood::Angry:\n\t\t\t\tbreak;\n\t\t\tcase EMood::Sad:\n\t\t\t\tbreak;\n\t\t\tdefault:/,
  );
  assert.deepEqual(await problems(), []);
  assert.match(await edit({ symbol: "AChild/Start", do: "cases" }), /a case for every value/);
  assert.match(await edit({ symbol: "AChild", do: "handler", code: "Hear" }), /already/);
  await close();
});

test("cases never come between labels that share code, nor where code runs into them", async () => {
  const body = (inner: string) =>
    `enum EMood { Calm, Angry, Sad }\nvoid Use(EMood Mood)\n{\n\tswitch (Mood)\n\t{\n${inner}\t}\n}\n`;
  const cases = [{ symbol: "Use", do: "cases" }];
  const added = "\t\tcase EMood::Angry:\n\t\t\tbreak;\n\t\tcase EMood::Sad:\n\t\t\tbreak;\n";
  const shared = '\t\tcase EMood::Calm:\n\t\tdefault:\n\t\t\tPrint("");\n';
  assert.equal(await turned(cases, body(shared)), body(added + shared));
  const through = '\t\tcase EMood::Calm:\n\t\t\tfallthrough;\n\t\tdefault:\n\t\t\tPrint("");\n';
  assert.equal(await turned(cases, body(through)), body(added + through));
});

test("what does not parse, ends what it goes into, or cannot be done is refused with the place", async () => {
  const { read, edit, close } = await project();
  const refusals: [edit: Edit, why: RegExp][] = [
    [
      { symbol: "ABase/Fire", do: "body", code: "int X = 1;\nint Y = ;" },
      /edit 1: does not parse at line 2 of its code/,
    ],
    [{ symbol: "ABase/Fire", do: "body", code: "} void Other() {" }, /no matching bracket/],
    [{ symbol: "ABase/A", do: "delete" }, /declared together with others/],
    [{ symbol: "ABase/A", do: "append", code: "int C;" }, /not a type or namespace/],
    [{ symbol: "ABase/OnHit", do: "body", code: "{}" }, /has no body/],
    [{ symbol: "AActor", do: "append", code: "int C;" }, /declared by the engine/],
    [{ symbol: "AChild", do: "override", code: "Nothing" }, /No known base/],
    [{ symbol: "ABase/Fire", do: "cases" }, /has no switch/],
    [{ symbol: "AChild", do: "handler", code: "Listen" }, /binds no function/],
    [{ symbol: "ABase/Fire", do: "delete", code: "x" }, /deletes but has code/],
    [{ symbol: "ABase/Fire", do: "after" }, /has no code/],
  ];
  for (const [each, why] of refusals) assert.match(await edit(each), why, JSON.stringify(each));
  assert.equal(read(), FILE);
  assert.match(
    await edit({ symbol: "ABase", do: "delete" }, { symbol: "ABase/Fire", do: "body", code: "" }),
    /two edits change the same code/,
  );
  assert.equal(read(), FILE);
  await close();
});

/** Hover, signature help and call hierarchy: scripts, overrides, overloads, mixins, named arguments, broken code. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession, type Session } from "./session.ts";

const BASE = `class ABase : AActor
{
	/**
	 * Hurts it.
	 * @param Amount how much
	 * @param bLoud whether one hears it
	 */
	void Hurt(int Amount, bool bLoud = false) {}
	void Hurt(FString Why) {}
	int GetHealth() const property { return 1; }
	int Start = Ns::Make(1);
}
mixin void Push(ABase Self, float Force, int Times = 1) {}
namespace Ns { int Make(int Seed) { return Seed; } }
event void FOnHurt(int Amount);
mixin void Twice(const TArray<int>& Self) {}
mixin void Twice(TArray<FVector>& Self) {}
void UseTwice() { TArray<int> Ints; Ints.Twice(); }
`;
const USER = `class AHeir : ABase
{
	default Ns::Make(2);
	void Hurt(int Amount, bool bLoud = false) override { Super::Hurt(Amount, bLoud); }
	void Run(ABase Other)
	{
		Other.Hurt(1, bLoud = true);
		Other.Hurt(Ns::Make((3), 4)[0]);
		Other.Push(1.0, 2);
		Push(Other, 1.0);
		if (Other.Health > 0) { Other.Hurt("x"); }
		Unheard(1);
		Print("(", Ns::Make(5));
	}
	void Bind(FOnHurt Event) { Event.AddUFunction(this, n"Handle"); }
	void Handle(int Amount) {}
}
// A comment
void Broken() { Ns::Make(1, `;

const files = { "Script/Base.as": BASE, "Script/User.as": USER };

/** Position just before the `offset`th character of the nth occurrence. 1-based. */
function place(file: keyof typeof files, needle: string, offset = 0, nth = 0) {
  let at = -1;
  for (let left = nth; left >= 0; left--) at = files[file].indexOf(needle, at + 1);
  assert.ok(at >= 0, needle);
  const lead = files[file].slice(0, at + offset);
  return {
    filePath: file,
    position: { line: lead.split("\n").length, character: lead.length - lead.lastIndexOf("\n") },
  };
}

describe("hover and calls", () => {
  let session: Session;
  before(async () => {
    session = await openSession({ cwd: scratch(files) });
  });
  after(() => session.close());

  const hover = async (...at: Parameters<typeof place>) => await session.call("angelscript_hover", place(...at));
  const calls = async (direction: string, ...at: Parameters<typeof place>) =>
    await session.call("angelscript_calls", { ...place(...at), direction });

  test("a name has its signature, documentation and place", async () => {
    const { data } = await hover("Script/User.as", "Other.Hurt(1", 7);
    assert.equal(data.symbol.signature, "void ABase.Hurt(int Amount, bool bLoud = false)");
    assert.match(data.symbol.doc, /Hurts it/);
    assert.match(data.symbol.filePath, /Script\/Base\.as$/);
    assert.equal(data.symbol.startLine, 8);
    assert.equal(data.call.name, "Hurt");
    assert.equal(data.call.activeParameter, undefined);
  });

  test("inside a call: the overload that is meant first, and the parameter", async () => {
    const { data } = await hover("Script/User.as", "1, bLoud = true", 1);
    const [first, second, ...more] = data.call.signatures;
    assert.equal(data.call.activeParameter, 0);
    assert.deepEqual(first.parameters, [
      { text: "int Amount", doc: "how much" },
      { text: "bool bLoud = false", doc: "whether one hears it" },
    ]);
    assert.equal(second.signature, "void ABase.Hurt(FString Why)");
    assert.deepEqual(more, []);
    assert.equal((await hover("Script/User.as", "bLoud = true", 9)).data.call.activeParameter, 1);
  });

  test("brackets that are no call, calls in calls, strings", async () => {
    const inner = await hover("Script/User.as", "(3), 4", 1);
    assert.deepEqual([inner.data.call.name, inner.data.call.activeParameter], ["Make", 0]);
    // Make has a single parameter, so there's no active one at the second argument.
    assert.equal((await hover("Script/User.as", "(3), 4", 5)).data.call.activeParameter, undefined);
    const quoted = await hover("Script/User.as", "Ns::Make(5", 9);
    assert.deepEqual([quoted.data.call.name, quoted.data.call.activeParameter], ["Make", 0]);
    assert.equal((await hover("Script/User.as", "Other.Health > 0", 14)).ok, false);
  });

  test("a mixin, on its object and as a function", async () => {
    const method = await hover("Script/User.as", "Push(1.0, 2)", 10);
    assert.equal(method.data.call.signatures[0].signature, "void ABase.Push(float Force, int Times = 1)");
    assert.equal(method.data.call.activeParameter, 1);
    assert.equal((await hover("Script/User.as", "Push(Other, 1.0)", 12)).data.call.activeParameter, 0);
    assert.equal((await hover("Script/User.as", "Push(Other, 1.0)", 6)).data.call.activeParameter, undefined);
  });

  test("mixins of a template are told apart by its arguments", async () => {
    const { data } = await hover("Script/Base.as", "Ints.Twice", 6);
    assert.equal(data.symbol.signature, "void TArray<int>.Twice() mixin");
    assert.deepEqual(
      data.call.signatures.map((each: { signature: string }) => each.signature),
      ["void TArray<int>.Twice()", "void TArray<FVector>.Twice()"],
    );
  });

  test("a call without its end; a comment; a place past the end", async () => {
    // We don't guess about code that doesn't parse.
    assert.equal((await hover("Script/User.as", "Make(1, ", 6)).error.code, "NotFound");
    const comment = await hover("Script/User.as", "A comment", 3);
    assert.match(comment.error.message, /a comment/);
    const past = await session.call("angelscript_hover", {
      filePath: "Script/User.as",
      position: { line: 999, character: 1 },
    });
    assert.equal(past.error.code, "NotFound");
  });

  test("incoming: overrides too, each function once; defaults and fields by their class", async () => {
    const hurt = (await calls("incoming", "Script/Base.as", "Hurt(int", 1)).data;
    const rows = hurt.functions.map((each: { name: string; callLines: number[] }) => [each.name, each.callLines]);
    assert.deepEqual(rows, [
      ["AHeir.Hurt", [4]],
      ["AHeir.Run", [7, 8]],
    ]);
    const make = (await calls("incoming", "Script/Base.as", "Make(int", 1)).data;
    assert.deepEqual(
      make.functions.map((each: { name: string }) => each.name),
      ["ABase.Start", "AHeir", "AHeir.Run"],
    );
    assert.equal(make.functions[2].calls, 2);
    const bound = (await calls("incoming", "Script/User.as", "Handle(int", 1)).data;
    assert.deepEqual([bound.total, bound.functions[0].name], [1, "AHeir.Bind"]);
    const getter = (await calls("incoming", "Script/Base.as", "GetHealth", 1)).data;
    assert.equal(getter.functions[0].name, "AHeir.Run");
  });

  test("outgoing: functions, accessors and overloads apart, with the number that could not be decided", async () => {
    const run = (await calls("outgoing", "Script/User.as", "Run(ABase", 1)).data;
    assert.deepEqual(
      run.functions.map((each: { name: string; calls: number }) => [each.name, each.calls]),
      [
        ["ABase.Hurt", 2],
        ["Ns::Make", 2],
        ["Push", 2],
        ["ABase.GetHealth", 1],
        ["ABase.Hurt", 1],
        ["Print", 1],
      ],
    );
    assert.equal(run.unresolved, 1);
  });

  test("what has no calls says so", async () => {
    assert.equal((await calls("incoming", "Script/Base.as", "ABase :", 1)).error.code, "InvalidParams");
    assert.equal((await calls("outgoing", "Script/User.as", "Print(", 1)).error.code, "InvalidParams");
    assert.equal((await calls("incoming", "Script/User.as", "Unheard", 1)).error.code, "NotFound");
    assert.equal((await calls("incoming", "Script/User.as", "// A", 1)).error.code, "NotFound");
  });

  test("several functions in one call: each with its callers, and every row says whose", async () => {
    const names = ["ABase/GetHealth", "Ns::Make", "ABase/Hurt(FString)"];
    const { data } = await session.call("angelscript_calls", { names });
    const alone = await Promise.all(names.map((name) => session.call("angelscript_calls", { name })));
    assert.deepEqual(
      data.symbols.map((each: { total: number }) => each.total),
      alone.map((each) => each.data.total),
    );
    assert.deepEqual(
      data.functions.map(({ of: _, ...row }: { of: string }) => row),
      alone.flatMap((each) => each.data.functions),
    );
    assert.deepEqual(
      [...new Set(data.functions.map((each: { of: string }) => each.of))],
      ["ABase.GetHealth", "Ns::Make", "ABase.Hurt"],
    );
    assert.equal(
      (await session.call("angelscript_calls", { names: ["Ns::Make", "ABase"] })).error.code,
      "InvalidParams",
    );
  });
});

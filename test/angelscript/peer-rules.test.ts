/** Each rule accepts its own case but not similar ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer } from "./peer.ts";
import { areAssignedApart, excessRule, lackRule, lostRule, symbolRule } from "./peer-rules.ts";

const symbol = (kind: string, name: string, signature: string, startLine?: number): Answer => ({
  ...{ kind, name, signature },
  ...(startLine === undefined ? {} : { definition: { filePath: "A.as", startLine, endLine: startLine } }),
});

/** The peer's answer, ours, the text after the name, and if the rule should apply. */
type Row = [rule: string, theirs: Answer, ours: Answer, after: string, isExcused: boolean];

const inner = (name: string, startLine: number, preview = "namespace A::B"): Answer => {
  const { definition, ...rest } = symbol("namespace", name, "namespace A::B", startLine);
  return { ...rest, definition: { ...definition, preview } };
};

const declared = (signature: string, preview: string): Answer => {
  const { definition, ...rest } = symbol("method", "D", signature, 1);
  return { ...rest, definition: { ...definition, preview } };
};
const made = (signature: string): Answer => symbol("function", "NewObject", signature);
const MADE = made("UObject NewObject(UObject O, TSubclassOf<UObject> C)");
const whole = (parameters: string): Answer => symbol("function", "F", `int F(${parameters})`);
const float = (parameters: string): Answer => symbol("function", "F", `float64 F(${parameters})`);
const mixin = (type: string): Answer => symbol("function", "M", `void ${type}.M() mixin`, 1);
const taking = (parameters: string): Answer => symbol("method", "M", `void A.M(${parameters})`);
const event = (signature: string, startLine?: number): Answer => symbol("event", "E", `event ${signature}`, startLine);
const typeOf = (expression: string): string | undefined => (expression === "Ratio" ? "float32" : undefined);

const SYMBOLS: Row[] = [
  ["a qualified name", inner("A::B", 1), inner("B", 1), "", true],
  ["another of its places", inner("B", 1), inner("B", 9), "", true],
  ["no namespace there", inner("B", 1), inner("B", 9, "class B"), "", false],
  ["not its name", inner("B", 1), inner("A", 1), "", false],
  ["an access rule has no kind", symbol("unknown", "R", "access R", 1), symbol("access", "R", "access R", 1), "", true],
  ["another line", symbol("unknown", "R", "access R", 1), symbol("access", "R", "access R", 2), "", false],
  ["another kind", symbol("unknown", "R", "access R", 1), symbol("property", "R", "access R", 1), "", false],
  ["`auto` for the inferred type", symbol("variable", "V", "auto V", 1), symbol("variable", "V", "int V", 1), "", true],
  ["our `auto`", symbol("variable", "V", "int V", 1), symbol("variable", "V", "auto V", 1), "", false],
  ["two types", symbol("variable", "V", "bool V", 1), symbol("variable", "V", "int V", 1), "", false],
  ["twins", taking("int One"), taking("int Other"), "(", true],
  ["other types", taking("int One"), taking("bool One"), "(", false],
  ["fewer", taking("int One"), taking(""), "(", false],
  ["scripts", symbol("method", "M", "void A.M(int X)", 1), symbol("method", "M", "void A.M(int Y)", 2), "(", false],
  ["an object", taking("FName X"), taking("UClass X"), "(UA(x))", true],
  ["no signature", event("void E()"), event("E"), "(", true],
  ["a signature", event("void E(int X)"), event("E"), "(", false],
  ["an event's namespace", event("void E()", 1), event("void N::E()", 1), "", true],
  ["another event", event("void E(int X)", 1), event("void N::E()", 1), "", false],
  ["a type", symbol("namespace", "", "namespace "), symbol("struct", "FTag", "struct FTag"), "::Get()", true],
  [
    "its namespace",
    symbol("namespace", "T", "namespace FTag", 1),
    symbol("class", "FTag", "class FTag", 1),
    "::Get()",
    true,
  ],
  [
    "a default",
    symbol("method", "D", "void D.D(int X)", 1),
    declared("void D.D(int X = 1)", "delegate void D(int X = 1);"),
    "(",
    true,
  ],
  [
    "a method's",
    symbol("method", "D", "void D.D(int X)", 1),
    declared("void D.D(int X = 1)", "void D(int X = 1)"),
    "(",
    false,
  ],
  ["a value", symbol("namespace", "", "namespace "), symbol("property", "FTag", "int FTag"), "::Get()", false],
  ["the argument's class", made("UFoo NewObject(UObject O, TSubclassOf<UFoo> C)"), MADE, "(this, UFoo)", true],
  ["`auto`", made("auto NewObject(UObject O, TSubclassOf<UObject> C)"), MADE, "(this, UFoo)", true],
  ["two classes", made("UFoo NewObject(UObject O, TSubclassOf<UBar> C)"), MADE, "(this, UFoo)", false],
  ["a parameter", made("UObject NewObject(UFoo O, TSubclassOf<UObject> C)"), MADE, "(this, UFoo)", false],
  ["a float", whole("int A, int B"), float("float64 A, float64 B"), "(X, 0.5f);", true],
  ["a float made", whole("int A"), float("float64 A"), "(float32(X));", true],
  ["a float declared", whole("int A"), float("float64 A"), "(Ratio);", true],
  ["integers", whole("int A, int B"), float("float64 A, float64 B"), "(X, 5);", false],
  ["a mixin", mixin("const FVector&"), mixin("FVector"), "(", true],
  ["another mixin", mixin("const FVector&"), mixin("FQuat"), "(", false],
  ["a name", taking("FName X"), taking("UClass X"), '(n"x")', false],
];

test("a difference of symbols is excused by what the answers say", () => {
  for (const [what, theirs, ours, after, isExcused] of SYMBOLS)
    assert.equal(symbolRule(theirs, ours, after, typeOf) !== undefined, isExcused, what);
});

test("what the peer does not find is excused by what stands there", () => {
  const parameter = symbol("parameter", "Much", "int Much", 1);
  const array = symbol("struct", "TArray", "struct TArray");
  assert.equal(lostRule(array, "TArray", "<int> X;", ""), "res.template");
  assert.equal(lostRule(array, "Other", "<int> X;", ""), undefined);
  assert.equal(lostRule(array, "TArray", ";", ""), undefined);
  assert.equal(lostRule(parameter, "Much", " = 1);", "F(Much = 1);"), "label of a named argument");
  assert.equal(lostRule(parameter, "Much", " == 1);", "if (Much == 1);"), undefined);
  assert.equal(lostRule(parameter, "Other", " = 1);", "F(Other = 1);"), undefined);
  const line = "event void FOn(int Much);";
  assert.equal(lostRule(parameter, "Much", ");", line), "parameter of an event or delegate");
  assert.equal(lostRule(parameter, "Much", ");", "void F(int Much);"), undefined);
  assert.equal(lostRule(symbol("class", "A", "class A"), "A", " X);", "event void FOn(A X);"), undefined);
});

test("a use that the peer lacks is excused by what follows it", () => {
  assert.equal(lackRule("A.As", "P", "", "P", ""), "a script named .As");
  assert.equal(lackRule("A.as", "T", "::Get()", "T", ""), "a type before `::`");
  assert.equal(lackRule("A.as", "P", " += 1;", "P", " = 2;"), "an assigned property is its Get");
  assert.equal(lackRule("A.as", "P", " = 1;", "SetP", "(2);"), "an assigned property is its Get");
  assert.equal(lackRule("A.as", "Q", " = 1;", "SetP", "(2);"), undefined);
  assert.equal(lackRule("A.as", "P", ";", "SetP", "(2);"), undefined);
  assert.equal(lackRule("A.as", "P", " += 1;", "P", ";"), undefined);
  assert.equal(lackRule("A.as", "P", " == 1;", "P", " = 2;"), undefined);
  assert.equal(lackRule("A.as", "T", ".Get()", "T", ""), undefined);
});

test("a use too many is excused where it is assigned, and jig's are of the Get", () => {
  const read = [{ kind: "read" }, { kind: "call" }];
  assert.equal(excessRule(read, " = 1;", ";"), "an assigned property is its Get");
  assert.equal(excessRule(read, ";", ";"), undefined);
  assert.equal(excessRule(read, " = 1;", " = 2;"), undefined);
  assert.equal(excessRule([...read, { kind: "write" }], " = 1;", ";"), undefined);
  assert.equal(excessRule([], " = 1;", ";"), undefined);
});

test("calls whose results have two types are of two overloads", () => {
  assert.equal(areAssignedApart("FVector A = Math::Lerp(X, Y, Z);", "float B = Math::Lerp(X, Y, Z);", "Lerp"), true);
  assert.equal(areAssignedApart("float32 A = Math::Lerp(X, Y, Z);", "float B = Math::Lerp(X, Y, Z);", "Lerp"), false);
  assert.equal(areAssignedApart("FVector A = Math::Lerp(X, Y, Z);", "auto B = Math::Lerp(X, Y, Z);", "Lerp"), false);
  assert.equal(areAssignedApart("FVector A = Math::Lerp(X, Y, Z);", "Use(Math::Lerp(X, Y, Z));", "Lerp"), false);
});

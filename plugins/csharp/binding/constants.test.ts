/** Tests constants whose value determines the overload or the type of an operation (C# §10.2.11, §12.23). */
import { before, describe, test } from "node:test";
import { checkMarks, checkMarksWith, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const OWN = `class To { public static void /*@b*/Take(byte b) { } public static void /*@s*/Take(string s) { } public static void /*@o*/Take(object o) { } public static void /*@u*/Put(uint u) { } public static void /*@l*/Put(long l) { } }
class K { public const int Four = 4, Eight = Four << 1, Big = Eight * sizeof(int) * 10, Below = -Four, Text = 'a' + 1, Cast = (int)4u, Round = B.Back, Unknown = Far.Thing.Size; public enum E { A } public const int OfEnum = (int)E.A; public static int Not = 4; public static readonly int Never = 5; }
class B { public const int Back = K.Round, Next = unchecked((int)7), Zero = default(int), Half = Zero + 255 / 2 % 100 & 0xF | 1 ^ 3, More = ~-2, Shifted = 256 >>> 1 >> 1; }
`;
const check = (...texts: string[]): void => checkMarks(grammar, OWN, ...texts);

describe("a constant becomes a smaller number", () => {
  test("where its value fits, by what it is made of", () => {
    check(
      `class C { void M() { To./*b*/Take(K.Four); To./*b*/Take(K.Eight); To./*o*/Take(K.Big); To./*o*/Take(K.Below); To./*b*/Take(K.Text); To./*b*/Take(K.Cast); To./*b*/Take(B.Next); To./*b*/Take(B.Zero); To./*b*/Take(B.Half); To./*b*/Take(B.More); To./*b*/Take(B.Shifted); To./*b*/Take(K.Big - 100); To./*b*/Take('a' + 1); To./*o*/Take('a' + 255); To./*b*/Take((int)5); } }`,
    );
  });
  test("of limits of numbers what they are", () => {
    check(
      `class C { void M() { To./*b*/Take(byte.MaxValue + 0); To./*o*/Take(byte.MaxValue + 1); To./*o*/Take(int.MaxValue); To./*o*/Take(sbyte.MinValue + 0); To./*b*/Take(ushort.MinValue + 1); To./*o*/Take(char.MaxValue + 0); } }`,
    );
  });
  test("where nobody knows its value either may be meant", () => {
    check(
      "class C { void M() { To./*b?,o?*/Take(K.Unknown); To./*b?,o?*/Take(K.OfEnum); To./*b?,o?*/Take(B.Back); To./*b?,o?*/Take((int)3.5); To./*b?,o?*/Take(K.Unknown | 1); To./*b?,o?*/Take('\\n' + 1); } }",
    );
  });
  test("what is no constant stays what it is", () => {
    check(
      "class C { void M(int i) { To./*o*/Take(K.Not); To./*o*/Take(K.Never); To./*o*/Take((int)3L + i); const int own = K.Four * 2; To./*b*/Take(own); int x = 4; To./*o*/Take(x); } }",
    );
  });
  test("of two under #if only what both are", () => {
    const text = `class D {
#if A
  public const int One = 1, Two = 2;
#else
  public const int One = 300, Two = 2;
#endif
}
class C { void M() { To./*b?,o?*/Take(D.One); To./*b*/Take(D.Two); } }`;
    checkMarksWith(grammar, {}, OWN, text);
  });
});

describe("a sum with an unsigned number", () => {
  test("is unsigned where the constant is not below zero", () => {
    check(
      "class C { void M(uint u) { To./*u*/Put(u + K.Eight); To./*u*/Put(u + B.Zero); To./*u*/Put(0 + u); To./*u*/Put(K.Four + sizeof(int) * 2 + u); To./*l*/Put(u + K.Below); To./*l*/Put(u + K.Not); To./*u?,l?*/Put(u + K.Unknown); To./*u*/Put(K.Eight << 1 | u); } }",
    );
  });
});

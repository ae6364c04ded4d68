/** Explained differences between jig and ast-grep, with evidence. */

/** Why jig and ast-grep differ on a pattern (docs/contracts/search.md), and how to verify that. */
export interface Explained {
  /** ast-grep rule that must find the same as jig. */
  rule?: object;
  /** All additional matches of jig have a comment in front of a part of the pattern. */
  comment?: true;
  /** jig rejects the pattern because it's incomplete code. */
  refused?: true;
  /** The grammar can't parse this file, and the programs recover differently. */
  brokenFile?: string;
  /** jig keeps the code after the pattern's last node, ast-grep removes it. */
  keepsRest?: true;
}

const goCall = (call: string) => ({
  rule: { pattern: { context: `func t() { ${call} }`, selector: "call_expression" } },
});
const inMethod = (code: string, selector: string) => ({
  rule: { pattern: { context: `class T { async void M() { ${code}; } }`, selector } },
});
const withBlock = (kind: string, more: object = {}) => ({ rule: { kind, has: { kind: "block" }, ...more } });

/** ast-grep parses a pattern as the start of a file, so these have another meaning or are errors. */
export const EXPLAINED: Record<string, Record<string, Explained>> = {
  typescript: {
    "if ($A) { $$$B } else { $$$C }": { comment: true },
    "for (let $I = 0; $$$X) { $$$B }": { refused: true },
    "throw new Error($M)": { keepsRest: true },
  },
  python: { "assert $A == $B": { keepsRest: true } },
  go: {
    "fmt.Sprintf($$$A)": goCall("fmt.Sprintf($$$A)"),
    "fmt.Println($$$A)": goCall("fmt.Println($$$A)"),
    "t.Errorf($$$A)": goCall("t.Errorf($$$A)"),
    "$A.$B($$$C)": goCall("$A.$B($$$C)"),
    "if $A != nil { return $B }": { comment: true },
    "if err != nil { return err }": { comment: true },
  },
  rust: {},
  java: {
    "$A.$B($$$C)": { brokenFile: "ClassUtilsOssFuzzTest.java" },
    "$X -> $Y": { brokenFile: "ClassUtilsOssFuzzTest.java" },
    "new $C($$$A) { $$$B }": {
      rule: {
        pattern: { context: "class T { Object x = new $C($$$A) { $$$B }; }", selector: "object_creation_expression" },
      },
    },
    "try { $$$A } catch ($E $N) { $$$B }": { comment: true },
    "if ($A) { $$$B } else { $$$C }": { comment: true },
  },
  csharp: {
    "if ($A) { $$$B }": { rule: { kind: "if_statement", has: { field: "consequence", kind: "block" } } },
    "foreach (var $A in $B) { $$$C }": {
      rule: {
        kind: "foreach_statement",
        all: [{ has: { field: "body", kind: "block" } }, { has: { field: "type", kind: "implicit_type" } }],
      },
    },
    "for (int $I = 0; $A; $B) { $$$C }": withBlock("for_statement", {
      regex: "^for *\\(int \\w+ = 0;[^;]+;[^;,]+\\)",
    }),
    "while ($A) { $$$B }": withBlock("while_statement"),
    // `this` isn't a named node.
    "lock ($A) { $$$B }": withBlock("lock_statement", { not: { regex: "^lock *\\(this\\)" } }),
    "($$$P) => { $$$B }": {
      rule: {
        kind: "lambda_expression",
        all: [{ has: { field: "body", kind: "block" } }, { has: { field: "parameters", kind: "parameter_list" } }],
        not: { has: { kind: "modifier" } },
      },
    },
    "await $A": inMethod("x = await $A", "await_expression"),
    "!$A": inMethod("x = !$A", "prefix_unary_expression"),
    "($T)$A": inMethod("x = ($T)$A", "cast_expression"),
    "$X => $Y": inMethod("f($X => $Y)", "lambda_expression"),
  },
};

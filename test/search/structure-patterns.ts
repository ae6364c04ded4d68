/** Code patterns by language, with rewrites, for comparing jig and ast-grep. */

export interface StructurePattern {
  structure: string;
  rewrite?: string;
}

const lines = (text: string): StructurePattern[] =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [structure = "", rewrite] = line.split("  ==>  ");
      return rewrite === undefined ? { structure } : { structure, rewrite };
    });

const SCRIPT = lines(`
console.log($A)  ==>  logger.info($A)
$A === $B  ==>  Object.is($A, $B)
$A == $A
$A && $A
await $P
await $F($$$ARGS)  ==>  await retry(() => $F($$$ARGS))
new $C($$$A)
throw new Error($M)  ==>  throw new TypeError($M)
throw new Error($$$M)
return $A
if ($A) return $B
if ($A) { $$$B }
if ($A) { $$$B } else { $$$C }
const $A = $B
const $A = await $B
const { $$$A } = $B
let $A = $B
function $F($$$P) { $$$B }
async function $F($$$P) { $$$B }
($$$P) => $B
$X => $B
async ($$$P) => { $$$B }
$A.map($B)  ==>  $A.flatMap($B)
$A.map($B => $C)
$A.filter($B).map($C)
$A.forEach($$$B)
$A?.$B
$A.$B.$C
$A[$B]
typeof $A === "string"  ==>  isString($A)
typeof $A === $B
$A instanceof $B
$A ? $B : $C
$A ? $A : $B
$A ?? $B
$A || {}
[...$A]
[...$A, $B]
{ ...$A }
for (const $A of $B) { $$$C }
for (let $I = 0; $$$X) { $$$B }
while ($A) { $$$B }
try { $$$A } catch ($E) { $$$B }
switch ($A) { $$$B }
import $A from $B
import { $$$A } from $B
export const $A = $B
export default $A
expect($A).toBe($B)  ==>  expect($A).toEqual($B)
describe($A, $B)
Object.keys($A)  ==>  Reflect.ownKeys($A)
$A.length === 0
$A = $A
delete $A[$B]
void $A
`);

const PYTHON = lines(`
print($A)  ==>  log($A)
$A == None
$A is None  ==>  none($A)
$A is not None
not $A
$A in $B
isinstance($A, $B)  ==>  is_a($A, $B)
isinstance($A, ($$$B))
len($A)
len($A) == 0
$F($$$A, **$K)
$F(*$A)
$A.$B($$$C)
$A.get($B)  ==>  $A[$B]
$A.get($B, $C)
self.$A = $B
self.$A
raise $E
raise $E($M)
raise $E($$$M) from $C
return $A
return None
if $A: $B
import $A
from $A import $B
from $A import $$$B
def $F($$$P): $$$B
def $F(self): $$$B
class $C($B): $$$D
with $A as $B: $$$C
for $A in $B: $$$C
[$A for $B in $C]
{$K: $V for $A in $B}
lambda $X: $B
$A if $B else $C
assert $A == $B  ==>  check($A, $B)
assert $A
$A or $B
$A += $B
$A[$B]
`);

const GO = lines(`
fmt.Sprintf($A)
fmt.Sprintf($$$A)
fmt.Println($$$A)
if err != nil { $$$A }
if err != nil { return err }  ==>  if err != nil { return wrap(err) }
if $A != nil { return $B }
$A := $B
$A, $B := $C
$A, _ := $B
$A = append($A, $B)  ==>  $A = push($A, $B)
append($A, $$$B)
len($A) == 0
len($A)
make($$$A)
$A == nil
$A != nil
return nil
return $A, nil
defer $A
defer $A.$B()
go func() { $$$A }()
for $A, $B := range $C { $$$D }
for _, $A := range $B { $$$C }
func $F($$$P) { $$$B }
func $F($$$P) $R { $$$B }
func ($R $T) $F($$$P) $X { $$$B }
type $T struct { $$$A }
t.Errorf($$$A)
$A.$B($$$C)
strings.HasPrefix($A, $B)
$A[$B]
&$A
string($A)
$A && $B
!$A
$A++
`);

const RUST = lines(`
$A.unwrap()  ==>  $A.expect("must be")
$A.expect($B)
$A.clone()
$A?
Some($A)
Ok($A)  ==>  Ok::<_, Error>($A)
Err($A)
println!($$$A)
format!($$$A)
vec![$$$A]
assert_eq!($$$A)
let $A = $B;
let mut $A = $B;
if let Some($A) = $B { $$$C }
if let $A = $B { $$$C }
match $A { $$$B }
for $A in $B { $$$C }
return $A
return Ok($A)
&$A
&mut $A
*$A
!$A
$A == $B
$A && $B
$A.$B($$$C)
$A.$B
$A.iter().map($B)
$A.map(|$X| $Y)
|$A| $B
fn $F($$$P) -> $R { $$$B }
fn $F($$$P) { $$$B }
impl $T for $U { $$$B }
struct $S { $$$F }
use $A;
use $A::$B;
$A::new($$$B)  ==>  $A::make($$$B)
$A as $B
$A.len() == 0
Path::new($A)
`);

const JAVA = lines(`
System.out.println($A)
$A.equals($B)  ==>  Objects.equals($A, $B)
$A == null  ==>  isNull($A)
$A != null
$A == $B
new $C($$$A)
new $C<>()
new $C($$$A) { $$$B }
throw new $E($M);
throw new $E($$$M);
return $A;
return null;
if ($A) { $$$B }
if ($A == null) { $$$B }
if ($A) { $$$B } else { $$$C }
for ($T $A : $B) { $$$C }
for (int $I = 0; $A; $B) { $$$C }
while ($A) { $$$B }
try { $$$A } catch ($E $N) { $$$B }
$A instanceof $B
$A ? $B : $C
$A.$B($$$C)
$A.$B()
$A.length()
$A[$B]
$A++
$A += $B
$A && $B
!$A
($T) $A
this.$A = $B;
$X -> $Y
$A::$B
assertEquals($A, $B)  ==>  assertSame($A, $B)
assertTrue($A)
assertThat($A).isEqualTo($B)
String.valueOf($A)
$T $A = $B;
final $T $A = $B;
import $A;
`);

const CSHARP = lines(`
$A == null
$A != null
$A.$B($$$C)
$A?.$B
new $T($$$A)
throw new $E($$$A);
return $A;
return null;
if ($A) { $$$B }
if ($A == null) return $B;
foreach (var $A in $B) { $$$C }
for (int $I = 0; $A; $B) { $$$C }
while ($A) { $$$B }
$A is $B
$A as $B
$A ?? $B
$A ? $B : $C
await $A
nameof($A)  ==>  Name($A)
typeof($A)
default($T)
$A[$B]
$A++
$A += $B
$A && $B
!$A
($T)$A
lock ($A) { $$$B }
var $A = $B;
using var $A = $B;
this.$A = $B;
$X => $Y
($$$P) => { $$$B }
string.IsNullOrEmpty($A)  ==>  IsBlank($A)
Assert.Equal($A, $B)
$A.Should().Be($B)  ==>  $A.Is($B)
`);

export const LANGUAGES: Record<string, { patterns: StructurePattern[]; repositories: [string, string] }> = {
  typescript: { patterns: SCRIPT, repositories: ["hono", "zod"] },
  python: { patterns: PYTHON, repositories: ["requests", "flask"] },
  go: { patterns: GO, repositories: ["mux", "fzf"] },
  rust: { patterns: RUST, repositories: ["fd", "hyperfine"] },
  java: { patterns: JAVA, repositories: ["gson", "commons-lang"] },
  csharp: { patterns: CSHARP, repositories: ["R3", "CleanArchitecture"] },
};

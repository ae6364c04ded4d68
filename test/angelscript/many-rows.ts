/** A project whose results exceed one page. */

export const ROOTS = 40;
export const BELOW = 40;
export const FILES = 50;
export const USES = 20;

export const caller = (at: number) =>
  `void Use${at}(AHazeActor Actor)\n{\n${Array.from({ length: USES }, (_, use) => `\tActor.Ping(${use}); // ${"x".repeat(100)}\n`).join("")}}\n`;

export function project(): Record<string, string> {
  const files: Record<string, string> = {
    "Script/Haze.as": `class AHazeActor\n{\n\tvoid Ping(int Count) {}\n}\n`,
    "Script/Primitive.as": `class UPrimitive\n{\n${Array.from({ length: 401 }, (_, at) => `\t// ${"d".repeat(100)}\n\tvoid Member${at}(int Count) {}\n`).join("")}}\n`,
    "Script/Broken.as": Array.from({ length: 400 }, (_, at) => `void Broken${at}() { int = ; }\n`).join(""),
  };
  for (let at = 0; at < ROOTS; at++) {
    const own = Array.from(
      { length: BELOW },
      (_, below) => `class ADoor${at}x${below} : ADoor${at}\n{\n\t// ${"p".repeat(200)}\n\tint Width;\n}\n`,
    );
    files[`Script/Door${at}.as`] = `class ADoor${at} : AHazeActor\n{\n\tint Height;\n}\n${own.join("")}`;
  }
  for (let at = 0; at < FILES; at++) files[`Script/Use${at}.as`] = caller(at);
  return files;
}

/** Extraction according to docs/contracts/extract.md, with the compiled binary. */
import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { decode } from "@toon-format/toon";
import { callJig, runJig, scratch } from "../jig.ts";
import { openSession, type Session } from "../search/session.ts";

const lines = (count: number, text = "line") => Array.from({ length: count }, (_, at) => `${text}${at + 1}\n`).join("");

const PICTURE = Buffer.from("89504e470d0a1a0a0000000d49484452fffe00ff0a", "hex");

const ROOT = scratch({
  "five.txt": lines(5),
  "six.txt": lines(6),
  "hello.txt": "hello\nworld\nagain\n",
  "unicode.txt": "日本語\n👨‍👩‍👧 emoji\nКириллица\nعربي\n",
  "nul.bin": "a\0b\nc\n",
  "picture.png": PICTURE,
  "large.png": Buffer.concat([PICTURE, Buffer.alloc(17_000_000, 0xff)]),
  "blank.txt": "\n\n\n\n",
  "crlf.txt": "one\r\ntwo\r\nthree",
  "cr.txt": "one\rtwo\rthree",
  "empty.txt": "",
  "latin.txt": Buffer.from("caf\xe9\n", "latin1"),
  "large.txt": `${"x".repeat(599)}\n`.repeat(1000),
  "big.txt": "x".repeat(5_300_000),
  "long.txt": lines(6000),
  "wide.txt": Array.from(
    { length: 2000 },
    (_, at) => `line ${String(at + 1).padStart(5, "0")} ${"日本 x".repeat(7)}\n`,
  ).join(""),
  ...Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`many/${at}.txt`, lines(3)])),
});
symlinkSync("/etc/passwd", join(ROOT, "way-out"));

let jig: Session;
const extract = (input: object) => jig.call("extract_code_section", input);
const json = (input: object) => extract({ output_format: "json", ...input });
const raw = (file_path: string, start_line: number, more: object = {}) =>
  extract({ file_path, start_line, format: "raw", ...more });

before(async () => {
  jig = await openSession(ROOT);
});
after(() => jig.close());

describe("one range", () => {
  test("39: lines", async () => {
    assert.equal(await raw("five.txt", 2, { end_line: 4 }), "line2\nline3\nline4\n");
    assert.equal(await raw("five.txt", 2, { end_line: 2 }), "line2\n");
    assert.equal(await raw("five.txt", 4), "line4\nline5\n");
    assert.equal(await raw("five.txt", 4, { end_line: 99 }), "line4\nline5\n");
  });
  test("columns: from 0, end exclusive, in characters", async () => {
    const cut = (start_line: number, end_line: number, start_column?: number, end_column?: number) =>
      raw("hello.txt", start_line, { end_line, start_column, end_column });
    assert.equal(await cut(1, 1, 1, 3), "el");
    assert.equal(await cut(1, 2, 1, 3), "ello\nwor");
    assert.equal(await cut(1, 1, 2), "llo");
    assert.equal(await cut(1, 1, 50, 60), "");
    assert.equal(await raw("unicode.txt", 1, { end_line: 1, start_column: 1, end_column: 2 }), "本");
  });
  test("41, 42: any script; bytes that are no text", async () => {
    assert.equal(await raw("unicode.txt", 1), "日本語\n👨‍👩‍👧 emoji\nКириллица\nعربي\n");
    assert.equal(await raw("nul.bin", 1), "a\0b\nc\n");
    assert.equal(await raw("latin.txt", 1), "café\n");
  });
  test("a picture is refused, not shown as replacement characters", async () => {
    for (const file_path of ["picture.png", "large.png"]) {
      const { success, code, error } = await extract({ file_path });
      assert.deepEqual([success, code], [false, "ENCODING"]);
      assert.match(error, /binary, not text/);
    }
    const batch = await json({
      requests: ["picture.png", "five.txt"].map((file_path) => ({ file_path, sections: [{ start_line: 1 }] })),
    });
    assert.match(JSON.stringify(batch), /"error":"The file is binary, not text"/);
    assert.match(JSON.stringify(batch), /line5/);
  });
  test("line ends: LF in answers, as they are in raw", async () => {
    assert.equal(await raw("crlf.txt", 1, { end_line: 2 }), "one\r\ntwo\r\n");
    assert.equal(await raw("cr.txt", 2, { end_line: 2 }), "two\r");
    const { partial_content_result } = await json({ file_path: "crlf.txt", start_line: 2, format: "json" });
    assert.deepEqual(partial_content_result.lines, ["two", "three"]);
  });
  test("43: the exact refusals", async () => {
    const refusals: [object, string][] = [
      [{ file_path: "five.txt", start_line: 0 }, "start_line must be >= 1"],
      [{ file_path: "five.txt", start_line: 3, end_line: 2 }, "end_line must be >= start_line"],
      [{ file_path: "five.txt", start_line: 1, start_column: -1 }, "start_column must be >= 0"],
      [{ file_path: "five.txt", start_line: 1, end_column: -1 }, "end_column must be >= 0"],
      [{ file_path: "gone.txt", start_line: 1 }, 'Invalid file path: file does not exist: "gone.txt"'],
      [
        { file_path: "fife.txt", start_line: 1 },
        'Invalid file path: file does not exist: "fife.txt". Did you mean "five.txt"?',
      ],
      [{ start_line: 1 }, "file_path is required"],
      [{ file_path: "five.txt", end_line: 0 }, "end_line must be >= start_line"],
    ];
    for (const [input, error] of refusals) {
      const answer = await extract(input);
      assert.deepEqual([answer.success, answer.error], [false, error]);
    }
  });
  test("past the end is an error that says how long the file is; blank lines are lines", async () => {
    const answer = await extract({ file_path: "six.txt", start_line: 60, end_line: 70 });
    assert.equal(answer.success, false);
    assert.match(answer.error, /^Invalid line range or empty content: start_line=60, end_line=70.*6 lines/);
    assert.equal((await extract({ file_path: "empty.txt", start_line: 2 })).success, false);
    assert.equal(await raw("blank.txt", 2, { end_line: 3 }), "\n\n");
    assert.equal((await json({ file_path: "six.txt", start_line: 5, end_line: 60 })).lines_extracted, 2);
  });
  test("without a range the whole file; an empty one can be read from line 1", async () => {
    const whole = await json({ file_path: "five.txt" });
    assert.deepEqual([whole.range.start_line, whole.range.end_line, whole.lines_extracted], [1, null, 5]);
    assert.equal(await extract({ file_path: "five.txt", format: "raw" }), lines(5));
    assert.equal(await extract({ file_path: "five.txt", end_line: 2, format: "raw" }), "line1\nline2\n");
    const empty = await json({ file_path: "empty.txt", start_line: 1, format: "json" });
    assert.deepEqual([empty.success, empty.file_lines, empty.partial_content_result.lines], [true, 0, []]);
    assert.equal(await extract({ file_path: "empty.txt", format: "raw" }), "");
    assert.match(await extract({ file_path: "empty.txt", output_format: "text" }), /the file has 0 lines/);
  });
  test("text is the code below the line that says where it is from", async () => {
    const text = await extract({ file_path: "six.txt", start_line: 2, end_line: 3, output_format: "text" });
    assert.match(text, /^(root: .*\n)?--- six\.txt:2-3\nline2\nline3\n!!! the file has 6 lines\n$/);
  });
  test("a long range goes on by line: the pages together are the file, in every form", async () => {
    const whole = readFileSync(join(ROOT, "wide.txt"), "utf8");
    const codeOf = {
      raw: (answer: string) => answer.replace(/^!!! .*\n/m, ""),
      text: (answer: string) => answer.replace(/^(root: .*\n)?--- .*\n/, "").replace(/^!!! .*\n/gm, ""),
      json: (answer: { partial_content_result: string }) => answer.partial_content_result.replace(/^--- .*\n/, ""),
      lines: (answer: { partial_content_result: { lines: string[] } }) =>
        answer.partial_content_result.lines.map((line) => `${line}\n`).join(""),
      toon: (answer: { toon_content: string }) =>
        codeOf.json(decode(answer.toon_content) as { partial_content_result: string }),
    };
    const forms = [
      [codeOf.raw, { format: "raw" }],
      [codeOf.text, { output_format: "text" }],
      [codeOf.json, { output_format: "json" }],
      [codeOf.lines, { output_format: "json", format: "json" }],
      [codeOf.toon, {}],
    ] as const;
    for (const [code, input] of forms) {
      let read = "";
      let next: object | undefined = {};
      for (let page = 0; next && page < 20; page++) {
        // biome-ignore lint/suspicious/noExplicitAny: of every form
        const answer: any = await extract({ file_path: "wide.txt", ...input, ...next });
        const part = code(answer as never);
        assert.ok(part.length > 0 && part.length < 40_000, `${JSON.stringify(input)} ${part.length}`);
        read += part;
        const said = typeof answer === "string" ? /next: (\{.*?\})/.exec(answer)?.[1] : undefined;
        next = typeof answer === "string" ? said && JSON.parse(said) : answer.next;
        if (next && typeof answer !== "string") assert.match(answer.answer, /^answer:/);
      }
      assert.equal(read, whole, JSON.stringify(input));
    }
  });
  test("behind the first page the first column is the line's own", async () => {
    const first = await json({ file_path: "wide.txt", start_line: 1, start_column: 5 });
    assert.equal(first.next.start_column, 0);
    assert.match(first.partial_content_result, /^--- wide.txt:1-\d+\n00001/);
  });
  test("45: json, text and raw formats, and what they save", async () => {
    const input = { file_path: "long.txt", start_line: 16, end_line: 25 };
    const save = async (format: string, output_file: string) => {
      const answer = await json({ ...input, format, output_file });
      assert.equal(answer.file_saved, true);
      return readFileSync(answer.output_file_path, "utf8");
    };
    const { partial_content_result } = await json({ ...input, format: "json" });
    assert.equal(partial_content_result.lines.length, 10);
    assert.equal(partial_content_result.metadata.lines_count, 10);
    const code = await save("raw", "saved-raw");
    assert.equal(code, await raw("long.txt", 16, { end_line: 25 }));
    assert.equal(await save("text", "saved-text"), `--- long.txt:16-25\n${code}`);
    const saved = JSON.parse(await save("json", "saved-json"));
    assert.deepEqual([saved.range.start_line, saved.range.end_line, saved.content], [16, 25, code]);
  });
  test("46: suppress_output needs output_file to hide anything", async () => {
    const shown = await json({ file_path: "five.txt", start_line: 1, end_line: 1, suppress_output: true });
    assert.match(shown.partial_content_result, /line1/);
    const hidden = await json({ file_path: "five.txt", start_line: 1, suppress_output: true, output_file: "hid" });
    assert.equal("partial_content_result" in hidden, false);
    assert.equal(JSON.stringify(hidden).includes("line1"), false);
  });
  test("47: nothing outside", async () => {
    for (const path of [
      "../../../etc/passwd",
      "..\\..\\windows\\system.ini",
      "/etc/shadow",
      "C:\\Windows\\x",
      "way-out",
    ]) {
      const answer = await extract({ file_path: path, start_line: 1 });
      assert.equal(answer.success, false, path);
      // With backslashes, it could also be a (missing) file in the root.
      assert.equal(answer.code, path.startsWith("..\\") ? "PATH_NOT_FOUND" : "PATH_OUTSIDE", path);
    }
    assert.equal((await extract({ file_path: "five.txt", start_line: 1, output_file: "../x" })).code, "PATH_OUTSIDE");
  });
  test("TOON is the default, with nothing beside it, and decodes to the JSON answer's data", async () => {
    const toon = await extract({ file_path: "five.txt", start_line: 2, end_line: 3 });
    assert.deepEqual(Object.keys(toon), ["success", "format", "toon_content"]);
    const { success: _, ...data } = await json({ file_path: "five.txt", start_line: 2, end_line: 3 });
    assert.deepEqual(decode(toon.toon_content), data);
  });
});

describe("a batch", () => {
  const section = (start_line: number, end_line?: number, label?: string) => ({ start_line, end_line, label });
  const of = (file_path: string, ...sections: unknown[]) => ({ file_path, sections });

  test("48: several files; TOON without results", async () => {
    const requests = [of("five.txt", section(1, 2, "head")), of("six.txt", section(5), section(1, 1))];
    const answer = await json({ requests });
    assert.deepEqual([answer.success, answer.count_files, answer.count_sections], [true, 2, 3]);
    const content = {
      label: "head",
      range: { start_line: 1, end_line: 2 },
      content_length: 12,
      content: "line1\nline2\n",
    };
    assert.deepEqual(answer.results[0].sections, [content]);
    assert.equal(answer.results[0].resolved_path, join(ROOT, "five.txt"));
    const toon = await extract({ requests });
    for (const key of ["results", "sections", "content"]) assert.equal(key in toon, false, key);
    assert.equal(toon.format, "toon");
    const { sections } = decode(toon.toon_content) as { sections: { content: string }[] };
    assert.deepEqual(
      sections.map((each) => each.content),
      ["line1\nline2\n", "line5\nline6\n", "line1\n"],
    );
  });
  test("requests and a single range exclude one another; so do requests and output_file", async () => {
    const requests = [of("five.txt", section(1))];
    assert.match((await extract({ requests, file_path: "five.txt" })).error, /mutually exclusive/);
    assert.match((await extract({ requests, end_line: 2 })).error, /mutually exclusive/);
    assert.match((await extract({ requests, output_file: "x" })).error, /not supported with requests/);
    assert.match((await extract({ requests, suppress_output: false })).error, /not supported with requests/);
  });
  test("50: too many files", async () => {
    const requests = Array.from({ length: 25 }, (_, at) => of(`many/${at}.txt`, section(1, 1)));
    const answer = await json({ requests });
    assert.deepEqual([answer.success, answer.code], [false, "LIMIT_EXCEEDED"]);
    assert.match(answer.error, /25 > max_files=20/);
    const cut = await json({ requests, allow_truncate: true });
    assert.deepEqual([cut.success, cut.results.length, cut.truncated, cut.omitted_sections], [true, 20, true, 5]);
  });
  test("52: the other totals: each names itself, its number and its maximum", async () => {
    const bytes = [of("large.txt", section(1), section(1))];
    assert.match((await json({ requests: bytes })).error, /exceeds limits: 1200000 > max_total_bytes=1048576/);
    const rows = [of("long.txt", section(1, 3000), section(1, 3000))];
    assert.match((await json({ requests: rows })).error, /6000 > max_total_lines=5000/);
    const many = Array.from({ length: 5 }, (_, at) => of(`many/${at}.txt`, ...Array(50).fill(section(1, 1))));
    assert.match((await json({ requests: many })).error, /201 > max_sections_total=200/);
    for (const [requests, kept] of [
      [bytes, 1],
      [rows, 1],
      [many, 200],
    ] as const) {
      // Over MCP, these answers exceed the model's budget. Here we test the tool's own limits.
      const input = { requests, allow_truncate: true, output_format: "json" };
      const cut = callJig("extract_code_section", input, { cwd: ROOT }).value;
      assert.deepEqual([cut.success, cut.truncated, cut.count_sections], [true, true, kept]);
    }
  });
  test("lines are charged as read, not as asked for", async () => {
    assert.equal((await json({ requests: [of("six.txt", section(1, 9000))] })).success, true);
  });
  test("54: too many sections of one file, and too large a file, fail that file only", async () => {
    const requests = [
      of("five.txt", ...Array(60).fill(section(1, 1))),
      of("big.txt", section(1)),
      of("six.txt", section(1)),
    ];
    const answer = await json({ requests });
    assert.deepEqual([answer.success, answer.count_sections, answer.errors_summary], [true, 1, { errors: 2 }]);
    assert.match(answer.results[0].errors[0].error, /60 > max_sections_per_file=50/);
    assert.match(answer.results[1].errors[0].error, /^File too large: 5300000 > max_file_size_bytes=5242880$/);
    const first = callJig(
      "extract_code_section",
      { requests: requests.slice(0, 1), allow_truncate: true, output_format: "json" },
      { cwd: ROOT },
    ).value;
    assert.deepEqual(
      [first.success, first.count_sections, first.truncated, first.omitted_sections, first.results[0].errors],
      [true, 50, true, 10, []],
    );
    const fast = await json({ requests: [of("big.txt", section(1)), of("six.txt", section(1))], fail_fast: true });
    assert.deepEqual([fast.success, fast.count_files], [false, 1]);
    assert.match(fast.error, /File too large/);
  });
  test("53: one bad entry is one error, and the others go on", async () => {
    const requests = [
      "no object",
      of(" ", section(1)),
      { file_path: "five.txt", sections: "no list" },
      of("five.txt", section(0), section(10, 5), "a string", section(500), section(2, 2, "good")),
      of("gone.txt", section(1)),
    ];
    const answer = await json({ requests });
    const errors = answer.results.map((file: { errors: unknown[] }) => file.errors.length);
    assert.deepEqual(errors, [1, 1, 1, 4, 1]);
    assert.equal(answer.count_sections, 1);
    assert.equal(answer.success, true);
    const [zero, reversed, text, beyond] = answer.results[3].errors;
    assert.deepEqual([zero.section, zero.start_line, zero.error], [0, 0, "start_line must be an integer >= 1"]);
    assert.deepEqual([reversed.section, reversed.start_line, reversed.end_line], [1, 10, 5]);
    assert.match(text.error, /^Invalid section entry/);
    assert.match(beyond.error, /^Invalid line range or empty content: start_line=500/);
  });
  test("fail_fast stops everything at the first failure", async () => {
    const requests = [of("five.txt", section(1, 1), section(0), section(2, 2)), of("six.txt", section(1))];
    const answer = await json({ requests, fail_fast: true });
    assert.deepEqual([answer.success, answer.count_files, answer.count_sections], [false, 1, 1]);
    assert.match(answer.error, /start_line must be an integer/);
    const bad = await json({ requests: ["x", ...requests], fail_fast: true });
    assert.deepEqual([bad.success, bad.count_files], [false, 1]);
  });
  test("55: bounds as strings are numbers, fractions are not", async () => {
    const answer = await json({ requests: [of("five.txt", { start_line: "2", end_line: "4" })] });
    assert.equal(answer.results[0].sections[0].content, "line2\nline3\nline4\n");
    for (const start_line of ["x", 2.9, true, null]) {
      const { results } = await json({ requests: [of("five.txt", { start_line })] });
      assert.match(results[0].errors[0].error, /start_line must be an integer/);
    }
  });
  test("the pages of a long batch together are all of it, each section and error once", async () => {
    const requests = Array.from({ length: 20 }, (_, at) =>
      of(
        `many/${at}.txt`,
        section(0),
        ...Array.from({ length: 9 }, (_, n) => section(1, 3, `${at}-${n} ${"x".repeat(400)}`)),
      ),
    );
    for (const output_format of ["json", "toon"]) {
      const labels: string[] = [];
      let errors = 0;
      let pages = 0;
      let next: object | undefined = {};
      while (next && pages++ < 20) {
        // biome-ignore lint/suspicious/noExplicitAny: of every form
        const answer: any = await extract({ requests, output_format, ...next });
        assert.equal(answer.success, true);
        assert.deepEqual(answer.errors_summary, { errors: 20 });
        // biome-ignore lint/suspicious/noExplicitAny: of every form
        const data: any = answer.toon_content ? decode(answer.toon_content) : undefined;
        const sections = data?.sections ?? answer.results.flatMap((file: { sections: object[] }) => file.sections);
        errors += (data?.errors ?? answer.results?.flatMap((file: { errors: object[] }) => file.errors) ?? []).length;
        labels.push(
          ...sections.map(({ label, content }: { label: string; content: string }) => {
            assert.equal(content, lines(3));
            return label.split(" ")[0]!;
          }),
        );
        assert.equal(answer.count_sections, sections.length);
        next = answer.next;
      }
      assert.ok(pages > 1, String(pages));
      assert.equal(errors, 20);
      assert.deepEqual(
        labels,
        requests.flatMap((_, at) => Array.from({ length: 9 }, (_, n) => `${at}-${n}`)),
      );
    }
  });
  test("a section longer than a page comes in pieces that together are it", async () => {
    const requests = [of("five.txt", section(2, 3)), of("wide.txt", section(3, undefined, "all"), section(1, 1))];
    const whole = readFileSync(join(ROOT, "wide.txt"), "utf8").split("\n").slice(2).join("\n");
    for (const output_format of ["json", "toon", "text"]) {
      let code = "";
      const rest: string[] = [];
      let line = 3;
      let next: object | undefined = {};
      let pages = 0;
      while (next && pages++ < 20) {
        // biome-ignore lint/suspicious/noExplicitAny: of every form
        const answer: any = await extract({ requests, output_format, ...next });
        if (output_format === "text") {
          for (const [, first, last, label, text] of answer.matchAll(
            /^--- .*?:(\d+)-(\d+)( all)?\n((?:(?!---|!!!).*\n)*)/gm,
          )) {
            if (!label) rest.push(text);
            else {
              assert.deepEqual([Number(first), Number(last)], [line, line + text.split("\n").length - 2]);
              line = Number(last) + 1;
              code += text;
            }
          }
          const said = /next: (\{.*?\})/.exec(answer)?.[1];
          next = said && JSON.parse(said);
          continue;
        }
        // biome-ignore lint/suspicious/noExplicitAny: of every form
        const data: any = answer.toon_content && decode(answer.toon_content);
        const sections =
          data?.sections ??
          answer.results.flatMap((file: { sections: { range: object }[] }) =>
            file.sections.map((each) => ({ ...each, ...each.range })),
          );
        for (const { label, content, start_line, end_line } of sections) {
          if (label !== "all") rest.push(content);
          else {
            assert.equal(start_line, line);
            line += content.split("\n").length - 1;
            if (end_line !== null) assert.equal(end_line, line - 1);
            code += content;
          }
        }
        next = answer.next;
      }
      assert.ok(pages > 2 && pages < 20, String(pages));
      assert.equal(code, whole, output_format);
      assert.deepEqual(rest, ["line2\nline3\n", `${readFileSync(join(ROOT, "wide.txt"), "utf8").split("\n")[0]}\n`]);
    }
  });
  test("an empty batch is a failure that says so", async () => {
    const answer = await json({ requests: [] });
    assert.deepEqual([answer.success, answer.count_files], [false, 0]);
    assert.match(answer.error, /requests is empty/);
  });
  test("two sections, which the original's TOON broke, decode", async () => {
    const toon = await extract({ requests: [of("five.txt", section(1, 1), section(0))] });
    const data = decode(toon.toon_content) as { sections: unknown[]; errors: unknown[] };
    assert.deepEqual([data.sections.length, data.errors.length], [1, 1]);
  });
});

describe("the command line of the tool that this one replaces", () => {
  const payload = [{ file_path: "five.txt", sections: [{ start_line: 1, end_line: 2 }] }];
  const run = (...args: string[]) => runJig(args, { cwd: ROOT });

  test("--partial-read of one range", () => {
    const { code, stdout } = run("--partial-read", "five.txt", "--start-line", "2", "--end-line", "3");
    assert.equal(code, 0);
    assert.match(JSON.parse(stdout).partial_content_result, /line2\nline3\n$/);
    const columns = ["--start-column", "1", "--end-column", "3", "--format", "raw", "--output-format", "text"];
    assert.equal(
      run("--partial-read", "hello.txt", "--start-line", "1", "--end-line", "1", ...columns).stdout.trim(),
      "el",
    );
  });
  test("--partial-read-requests-json and -file, as a list or wrapped", () => {
    for (const value of [payload, { requests: payload }]) {
      const text = JSON.stringify(value);
      const direct = run("--partial-read", "--partial-read-requests-json", text);
      assert.equal(direct.code, 0, direct.stderr);
      assert.equal(JSON.parse(direct.stdout).results[0].sections[0].content, "line1\nline2\n");
      writeFileSync(join(ROOT, "requests.json"), text);
      const file = run("--partial-read", "--partial-read-requests-file", "requests.json");
      assert.equal(file.stdout, direct.stdout);
    }
    const toon = run(
      "--partial-read",
      "--partial-read-requests-json",
      JSON.stringify(payload),
      "--output-format",
      "toon",
    );
    assert.equal(JSON.parse(toon.stdout).format, "toon");
  });
  test("--allow-truncate, --fail-fast, exit codes", () => {
    const many = JSON.stringify(
      Array.from({ length: 25 }, (_, at) => ({ ...payload[0], file_path: `many/${at}.txt` })),
    );
    assert.equal(run("--partial-read", "--partial-read-requests-json", many).code, 1);
    const cut = run("--partial-read", "--partial-read-requests-json", many, "--allow-truncate");
    assert.deepEqual([cut.code, JSON.parse(cut.stdout).truncated], [0, true]);
    const bad = JSON.stringify([{ file_path: "gone", sections: [] }, ...payload]);
    assert.equal(run("--partial-read", "--partial-read-requests-json", bad).code, 0);
    assert.equal(run("--partial-read", "--partial-read-requests-json", bad, "--fail-fast").code, 1);
    assert.equal(run("--partial-read", "--partial-read-requests-json", "{").code, 2);
  });
  test("jig call gives the same", () => {
    const { code, value } = callJig(
      "extract_code_section",
      { requests: payload, output_format: "json" },
      { cwd: ROOT },
    );
    assert.deepEqual([code, value.count_sections], [0, 1]);
  });
});

/** Runs questions about public Unity projects over MCP and counts tokens, compared with shell commands for compound ones. */
import { execFileSync } from "node:child_process";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { corpus } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { BOSS_QUESTIONS } from "./boss-questions.ts";
import { DISCOVER_QUESTIONS } from "./discover-questions.ts";
import { FPS_QUESTIONS } from "./fps-questions.ts";
import { PADDLE_QUESTIONS } from "./paddle-questions.ts";
import { PATTERNS_QUESTIONS } from "./patterns-questions.ts";
import { missingParts, type ProjectQuestion } from "./project-questions.ts";
import { RUNNER_QUESTIONS } from "./runner-questions.ts";

const MAX_TOKENS = 4000;
const PROJECTS: [name: string, questions: readonly ProjectQuestion[]][] = [
  ["Unity-Technologies+game-programming-patterns-demo", PATTERNS_QUESTIONS],
  ["Unity-Technologies+FPSSample", FPS_QUESTIONS],
  ["Unity-Technologies+com.unity.multiplayer.samples.coop", BOSS_QUESTIONS],
  ["oculus-samples+Unity-Discover", DISCOVER_QUESTIONS],
  ["Unity-Technologies+EndlessRunnerSampleGame", RUNNER_QUESTIONS],
  ["UnityTechnologies+PaddleGameSO", PADDLE_QUESTIONS],
];

export interface AskedQuestion {
  project: string;
  question: string;
  calls: number;
  tokens: number;
  bytes: number;
  faults: string[];
  /** For compound questions. */
  shell?: { calls: number; tokens: number; bytes: number };
}

export async function askProjects(): Promise<AskedQuestion[]> {
  const asked: AskedQuestion[] = [];
  for (const [project, questions] of PROJECTS) {
    const root = corpus(project);
    if (root === undefined) continue;
    const jig = new McpProcess(["--root", root, "--as", "text"], { cwd: root });
    await jig.initialize();
    await jig.call("index", "script_index_status", { wait: true });
    let id = 0;
    for (const each of questions) {
      let answer = "";
      for (const [tool, input] of each.calls) {
        const { result, error } = await jig.call(++id, tool, input);
        answer += `${result?.content?.[0]?.text ?? JSON.stringify(error)}\n`;
        jig.received.length = 0;
      }
      const tokens = countTokens(answer);
      const faults = missingParts(answer, each);
      if (tokens > MAX_TOKENS) faults.push(`${tokens} tokens`);
      if (each.calls.length > 2) faults.push(`${each.calls.length} calls`);
      if (faults.length > 0 && process.env.JIG_VERBOSE) console.log(`\n### ${each.question}\n${answer}`);
      const printed = each.shell && inShell(root, each.shell);
      const shell = each.shell && {
        calls: each.shell.length,
        tokens: countTokens(printed ?? ""),
        bytes: Buffer.byteLength(printed ?? ""),
      };
      asked.push({
        project,
        question: each.question,
        calls: each.calls.length,
        tokens,
        bytes: Buffer.byteLength(answer),
        faults,
        ...(shell ? { shell } : {}),
      });
    }
    await jig.end();
  }
  return asked;
}

function inShell(cwd: string, commands: readonly string[]): string {
  return commands
    .map(
      (command) =>
        `${command}\n${execFileSync("bash", ["-c", `${command}; true`], { cwd, encoding: "utf8", maxBuffer: 1e8 })}`,
    )
    .join("\n");
}

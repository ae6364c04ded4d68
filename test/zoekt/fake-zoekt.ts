/** Fake Zoekt web server: responses in the format of zoekt-webserver for files in memory, and various faults. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Fault = "half" | "types" | "500" | "401" | "hang" | "huge" | "drip" | "html" | "closed";

export interface FakeRepo {
  name: string;
  version: string;
  branch?: string;
  url?: string;
  files: Record<string, string | Buffer>;
  /** Reasons for unindexed files. */
  left?: Record<string, string>;
  /** ctags results by file. Without it, the index has no symbols. */
  symbols?: Record<string, { name: string; kind: string; parent?: string }[]>;
}

export interface FakeZoekt {
  url: string;
  repos: FakeRepo[];
  /** Fault to simulate, optionally for one path only. */
  fault?: Fault | undefined;
  faultAt?: string;
  /** Requests: path, body, and authorization header. */
  asked: { path: string; query: string; authorization: string | undefined }[];
  /** Statistics in all search responses. */
  stats: Record<string, number>;
  close(): Promise<void>;
}

export async function startFakeZoekt(repos: FakeRepo[]): Promise<FakeZoekt> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const { Q = "", Opts = {} } = JSON.parse(body) as { Q: string; Opts: Record<string, number | boolean> };
      fake.asked.push({ path, query: Q, authorization: request.headers.authorization });
      if (fake.fault && (fake.faultAt === undefined || path.endsWith(fake.faultAt)))
        return misbehave(fake.fault, response);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(path.endsWith("/list") ? list(fake.repos) : search(fake, Q, Opts)));
    });
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port } = server.address() as AddressInfo;
  const fake: FakeZoekt = {
    url: `http://127.0.0.1:${port}`,
    repos,
    asked: [],
    stats: {},
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
  return fake;
}

function misbehave(fault: Fault, response: ServerResponse): void {
  if (fault === "hang") return;
  if (fault === "closed") return void response.destroy();
  if (fault === "500" || fault === "401") {
    response.statusCode = Number(fault);
    return void response.end('{"Error":"query: something broke"}\n');
  }
  if (fault === "html") return void response.end("<html>Sign in</html>");
  if (fault === "types")
    return void response.end(
      '{"Result":{"Files":[{"FileName":7,"Repository":[]}],"FileCount":"many"},"List":{"Repos":{"a":1}}}',
    );
  if (fault === "half") {
    response.writeHead(200, { "Content-Length": "5000" });
    response.write('{"Result":{"Files":[{"FileName":"a');
    return void setTimeout(() => response.destroy(), 20);
  }
  if (fault === "huge") {
    response.writeHead(200, { "Content-Length": "99999999999" });
    return void response.write("{");
  }
  // Sends a byte now and then, without ever finishing.
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
}

function list(repos: readonly FakeRepo[]): object {
  return {
    List: {
      Repos: repos.map(({ name, version, branch = "HEAD", url = "", files, symbols }) => ({
        Repository: {
          TenantID: 0,
          ID: 0,
          Name: name,
          URL: url,
          Branches: [{ Name: branch, Version: version }],
          HasSymbols: symbols !== undefined,
          Tombstone: false,
        },
        IndexMetadata: {
          IndexFormatVersion: 16,
          IndexTime: "2026-11-22T10:13:55.22953632Z",
          ID: "dc1c0opksdubq82d4mjg",
        },
        Stats: { Repos: 0, Shards: 1, Documents: Object.keys(files).length, ContentBytes: 1000 },
      })),
      ReposMap: {},
      Crashes: 0,
    },
  };
}

interface Doc {
  repo: FakeRepo;
  path: string;
  data: Buffer;
}

function search({ repos, stats }: FakeZoekt, query: string, options: Record<string, number | boolean>): object {
  const names = query.includes("type:file");
  const holds = parse(query.replace("type:file", ""));
  const docs: Doc[] = repos.flatMap((repo) => [
    ...Object.entries(repo.files).map(([path, data]) => ({ repo, path, data: Buffer.from(data) })),
    ...Object.entries(repo.left ?? {}).map(([path, why]) => ({ repo, path, data: Buffer.from(`NOT-INDEXED: ${why}`) })),
  ]);
  const found = docs.filter(holds);
  const files = found.slice(0, Number(options.MaxDocDisplayCount ?? found.length)).map(({ repo, path, data }) => ({
    FileName: path,
    Repository: repo.name,
    Version: repo.version,
    Language: "",
    Branches: [repo.branch ?? "HEAD"],
    ...(options.ChunkMatches ? { ChunkMatches: chunks({ repo, path, data }, query) } : {}),
    LineMatches: [
      {
        Line: (names ? Buffer.from(path) : data.subarray(0, Math.max(0, `${data}\n`.indexOf("\n")))).toString("base64"),
        LineNumber: names ? 0 : 1,
        FileName: names,
      },
    ],
    ...(options.Whole && data.length > 0 ? { Content: data.toString("base64") } : {}),
    Checksum: "qGIAoCWTpig=",
  }));
  return {
    Result: {
      Crashes: 0,
      FileCount: found.length,
      FilesSkipped: 0,
      ShardsSkipped: 0,
      ...stats,
      Files: files.length > 0 ? files : null,
    },
  };
}

/** One chunk per symbol, with its line. */
function chunks({ repo, path, data }: Doc, query: string): object[] {
  const text = data.toString("utf8");
  return symbolsFor({ repo, path, data }, query).map(({ name, kind, parent = "" }) => {
    const at = text.indexOf(name);
    const start = text.lastIndexOf("\n", at - 1) + 1;
    const bytes = (end: number) => Buffer.byteLength(text.slice(0, end));
    const line = text.slice(0, at).split("\n").length;
    const place = (offset: number) => ({ ByteOffset: bytes(offset), LineNumber: line, Column: 1 });
    return {
      Content: Buffer.from(text.slice(start, `${text}\n`.indexOf("\n", at) + 1)).toString("base64"),
      Ranges: [{ Start: place(at), End: place(at + name.length) }],
      SymbolInfo: [{ Sym: name, Kind: kind, Parent: parent, ParentKind: parent ? "class" : "" }],
      FileName: false,
      ContentStart: place(start),
    };
  });
}

function symbolsFor({ repo, path }: Doc, query: string): { name: string; kind: string; parent?: string }[] {
  const [, quoted = "", mode] = /\(sym:"((?:\\.|[^"\\])*)" case:(yes|no)\)/.exec(query) ?? [];
  const pattern = new RegExp(quoted.replace(/\\(.)/g, "$1"), mode === "yes" ? "" : "i");
  return (repo.symbols?.[path] ?? []).filter(({ name }) => pattern.test(name));
}

type Holds = (doc: Doc) => boolean;

/** Parses the parts of the query language that we use: fields with quoted patterns, parenthesized `case:`, `or`, lists. */
function parse(query: string): Holds {
  const tokens = query.match(/\(|\)|or(?=\s)|(?:r|f|sym|content|case):(?:"(?:\\.|[^"\\])*"|\w+)/g) ?? [];
  let at = 0;
  const expression = (): Holds => {
    const branches: Holds[][] = [[]];
    const start = at;
    let depth = 0;
    let sensitive = true;
    for (let look = start; look < tokens.length && depth >= 0; look++) {
      if (tokens[look] === "(") depth++;
      else if (tokens[look] === ")") depth--;
      else if (depth === 0 && tokens[look] === "case:no") sensitive = false;
    }
    while (at < tokens.length && tokens[at] !== ")") {
      const token = tokens[at++]!;
      if (token === "or") branches.push([]);
      else if (token === "(") {
        branches.at(-1)!.push(expression());
        at++;
      } else if (!token.startsWith("case:")) branches.at(-1)!.push(field(token, sensitive));
    }
    return (doc) => branches.some((all) => all.every((each) => each(doc)));
  };
  return expression();
}

function field(token: string, sensitive: boolean): Holds {
  const name = token.slice(0, token.indexOf(":"));
  const quoted = token.slice(name.length + 2, -1).replace(/\\(.)/g, "$1");
  const pattern = new RegExp(quoted, sensitive ? "m" : "mi");
  if (name === "sym") return (doc) => symbolsFor(doc, `(${token} case:${sensitive ? "yes" : "no"})`).length > 0;
  if (name === "r") return ({ repo }) => pattern.test(repo.name);
  if (name === "f") return ({ path }) => pattern.test(path);
  return ({ data }) => pattern.test(data.toString("utf8"));
}

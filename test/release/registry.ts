/** Local package registry, for testing what a package manager does with our packages. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export interface Registry {
  url: string;
  close(): void;
}

/** `folders` are the packages, archives are written to `work`. */
export async function serve(folders: readonly string[], work: string): Promise<Registry> {
  const documents = new Map<string, object>();
  const archives = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    const archive = archives.get(path);
    if (archive) return response.end(archive);
    const document = documents.get(path);
    if (!document) response.statusCode = 404;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", work], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const { filename } = JSON.parse(packed)[0];
    const bytes = readFileSync(join(work, filename));
    archives.set(`-/${filename}`, bytes);
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const { name, version } = manifest;
    documents.set(name, {
      name,
      "dist-tags": { latest: version },
      versions: { [version]: { ...manifest, dist: { tarball: `${url}-/${filename}`, integrity } } },
    });
  }
  return { url, close: () => server.close() };
}

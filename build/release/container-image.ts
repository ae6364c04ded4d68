/** Container image with just the Linux executable. Expects a folder mounted at /workspace. */
import type { Identity } from "./identity.ts";
import { registryName } from "./registry-name.ts";

/** Docker build context: Dockerfile, `amd64/jig` and `arm64/jig` (glibc). */
export const IMAGE_FOLDER = "image";

export function dockerfile(identity: Identity): string {
  const { version, description, license, repository } = identity;
  const labels = {
    "org.opencontainers.image.title": "jig",
    "org.opencontainers.image.description": description,
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.licenses": license,
    "org.opencontainers.image.source": `https://github.com/${repository}`,
    // Required by the MCP registry.
    "io.modelcontextprotocol.server.name": registryName(identity),
  };
  return `# docker run --rm -i --user "$(id -u):$(id -g)" -v "$PWD:/workspace" IMAGE
FROM debian:12-slim
ARG TARGETARCH
LABEL ${Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(" \\\n      ")}
COPY --chmod=755 \${TARGETARCH}/jig /usr/local/bin/jig
COPY LICENSE THIRD-PARTY-LICENSES.txt /usr/share/doc/jig/
# Whoever runs it has a home to write to.
ENV HOME=/tmp JIG_ROOT=/workspace
WORKDIR /workspace
ENTRYPOINT ["/usr/local/bin/jig"]
CMD ["mcp", "--as", "text"]
`;
}

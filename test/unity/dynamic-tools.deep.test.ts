/** Screenshots as MCP images with all backends. Slow, as there are many Editors. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { McpDriver } from "./driver.ts";
import { FakeCliLoop } from "./fake/cli-loop.ts";
import { FakeCoplay } from "./fake/coplay.ts";

test("a screenshot is an MCP image, of whichever backend", async () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const loop = await FakeCliLoop.start();
  loop.custom.push("screenshot");
  const path = ".uloop/outputs/Screenshots/game.png";
  loop.always("screenshot", ({ reply }) => {
    mkdirSync(join(loop.project.root, ".uloop/outputs/Screenshots"), { recursive: true });
    // The file appears with the next frame, and is complete slightly later.
    setTimeout(() => writeFileSync(join(loop.project.root, path), png.subarray(0, 40)), 100);
    setTimeout(() => writeFileSync(join(loop.project.root, path), png), 400);
    reply({ Success: true, ScreenshotCount: 1, Screenshots: [{ ImagePath: path, Width: 1, Height: 1 }] });
  });
  const jig = await McpDriver.open([loop.project.root]);
  const { result } = await jig.mcp.call("s", "unity-screenshot", { Scale: 0.5 });
  const image = result.content.find(({ type }: { type: string }) => type === "image");
  assert.equal(image?.mimeType, "image/png", JSON.stringify(result));
  assert.equal(image.data, png.toString("base64"));
  loop.always("screenshot", ({ reply }) => {
    writeFileSync(join(loop.project.root, path), png.subarray(0, 40));
    reply({ Success: true, ScreenshotCount: 1, Screenshots: [{ ImagePath: path, Width: 1, Height: 1 }] });
  });
  const torn = await jig.mcp.call("t", "unity-screenshot", {});
  assert.ok(!torn.result.content.some(({ type }: { type: string }) => type === "image"), "half a picture is none");
  assert.match(torn.result.content[0].text, /not fully written/);
  loop.always("screenshot", ({ reply }) =>
    reply({ Success: true, Screenshots: [{ ImagePath: "/etc/../etc/hostname.png" }] }),
  );
  const outside = await jig.mcp.call("o", "unity-screenshot", {});
  assert.ok(!outside.result.content.some(({ type }: { type: string }) => type === "image"), JSON.stringify(outside));
  await jig.close();
  await loop.stop();

  const coplay = await FakeCoplay.start();
  coplay.always("manage_camera", ({ reply }) =>
    reply({
      success: true,
      message: "captured",
      data: { path: "Assets/Screenshots/a.png", imageBase64: png.toString("base64") },
    }),
  );
  const byCoplay = await McpDriver.open([coplay.project.root], {
    env: { JIG_UNITY_COPLAY_PORT: String(coplay.port) },
  });
  const told = await byCoplay.mcp.call("c", "unity-screenshot", {});
  assert.ok(
    told.result.content.some(
      ({ type, data }: { type: string; data: string }) => type === "image" && data === png.toString("base64"),
    ),
    JSON.stringify(told).slice(0, 500),
  );
  assert.ok(!told.result.content[0].text.includes("iVBORw0"), "the picture is not in the text as well");
  await byCoplay.close();
  await coplay.stop();
});

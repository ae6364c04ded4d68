/** Arranges Unity's reference source like a project. */
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Puts the sources into Assets/. */
export function layOut(source: string, project: string): string {
  for (const path of ["ProjectSettings", "Packages", "Assets"]) mkdirSync(join(project, path), { recursive: true });
  for (const name of readdirSync(source)) {
    if (name !== ".git") cpSync(join(source, name), join(project, "Assets", name), { recursive: true });
  }
  writeFileSync(join(project, "ProjectSettings/ProjectVersion.txt"), "m_EditorVersion: 6000.0.1f1\n");
  writeFileSync(join(project, "Packages/manifest.json"), '{ "dependencies": {} }\n');
  return project;
}

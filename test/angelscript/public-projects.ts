/**
 * Public AngelScript projects for corpus tests, as folders `owner+name` in JIG_CORPUS with scripts, C++ sources and `Binds.Cache`.
 * `opens` is the source of native types, or the reason why it can't be opened (no script near the root).
 */
interface PublicProject {
  name: string;
  scripts: number;
  opens: "binds-cache" | "baseline" | "no script";
}

type Row = [name: string, scripts: number, opens?: PublicProject["opens"]];

const ROWS: Row[] = [
  ["AliAryaei+Strategic-AI", 49, "binds-cache"],
  ["AntonHedlundFG+TDProject", 26, "binds-cache"],
  ["brunogbrito+SpaceTurrets", 15, "binds-cache"],
  ["biliskener+ScrollAdventure-Angelscript", 20],
  ["biliskener+UnrealMultiplayer", 6],
  ["CreativeMetalCat+PuzzleHorrorPrototype", 8, "binds-cache"],
  ["CreativeMetalCat+Survivor", 0],
  ["Dacode45+angelscript-rpg-experiment", 35],
  ["EpiKnightz+BowlingVSZombie", 177],
  ["finesseandstyle+SpaceTraders", 15],
  ["franklzt+ASThirdPerson", 9, "binds-cache"],
  ["jabbawalden+Tega", 114],
  ["Jiajiaju+MoldCasting", 11],
  ["jsfoao+unreal-angelscript-studies", 1],
  ["ltsLumina+Angel", 13],
  ["ltsLumina+FishingGame", 4, "binds-cache"],
  ["LyciaPintella+Scripting_Projects", 0, "no script"],
  ["MengDongErShiBa+AnglesScriptDemo", 37],
  ["mogggen+MyQueen_LP4_Project", 38],
  ["moppius+MidwinterMurders", 34],
  ["najoast+AngelscriptAura", 67],
  ["straywriter+UnrealEngine-Angelscript-Performance", 1, "binds-cache"],
  ["Swahhillie+TowerAttackAngelscript", 2, "no script"],
  ["TDGameStudio+AngelscriptGAS", 0, "no script"],
  ["TDGameStudio+AngelscriptProject", 40],
  ["tec-sx+FlickerVoid", 46],
  ["TriKnot+HomsesBattle", 109],
  ["UnrealEngine-Angelscript-ZH+AngelscriptLab", 32],
  ["UnrealEngine-Angelscript-ZH+AngelscriptProject", 9],
  ["wei858910+AngelScriptGASAura", 38],
  ["wei858910+Angelscript_Aura", 7],
  ["wei858910+AngelscriptAura", 67],
  ["wei858910+DesertRacer", 4],
  ["WillGordon9999+UE-Angelscript", 2],
  ["WillGordon9999+UNREANGEL", 0, "no script"],
  ["xiaofengzhiyu+MyAngelscriptProject", 41],
  ["XXIEM+FPS_NetWork", 10],
];

export const PUBLIC_PROJECTS: readonly PublicProject[] = ROWS.map(([name, scripts, opens = "baseline"]) => ({
  name,
  scripts,
  opens,
}));

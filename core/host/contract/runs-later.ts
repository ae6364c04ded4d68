/**
 * Places that run later: files that another program executes, or reads commands from, without anybody starting them by hand.
 * Who writes there runs code outside every confinement. A plugin needs trust that names the place; a plan of edits may
 * change one only if the path argument of the call is that file. Source, build scripts and package.json are ordinary files.
 */

export interface PlaceThatRunsLater {
  /** As manifests and messages name it: a name, a path, or a folder with all below it (`/**`). */
  pattern: string;
  /** Who runs it, and when. */
  reason: string;
}

const each = (reason: string, ...patterns: string[]): PlaceThatRunsLater[] =>
  patterns.map((pattern) => ({ pattern, reason }));

/** Each counts at any depth of a root: a submodule, a package of a monorepo or a root above the repository has its own. */
export const PLACES_THAT_RUN_LATER: readonly PlaceThatRunsLater[] = [
  ...each("git runs its hooks, filters and monitors; as a file it names another such folder", ".git/**"),
  ...each("hook managers run it on commit", ".husky/**", ".githooks/**"),
  ...each("hook managers run it on commit", ".pre-commit-config.yaml", "lefthook.yml", ".lefthook.yml"),
  ...each("the forge runs it after a push", ".github/workflows/**", ".github/actions/**", ".gitlab-ci.yml"),
  ...each("the forge runs it after a push", ".circleci/**", ".gitea/workflows/**", ".forgejo/workflows/**"),
  ...each("editors run tasks and settings when the folder is opened", ".vscode/**", ".idea/**", ".zed/**"),
  ...each("editors run tasks and settings when the folder is opened", ".devcontainer/**", ".devcontainer.json"),
  ...each("agents start the servers it names", ".mcp.json", "opencode.json", "opencode.jsonc"),
  ...each("agents start the servers it names", "crush.json", ".crush.json", "kilo.json", "kilo.jsonc"),
  ...each("agents run its hooks, commands and servers", ".claude/**", ".cursor/**", ".codex/**", ".gemini/**"),
  ...each("agents run its hooks, commands and servers", ".opencode/**", ".windsurf/**", ".roo/**", ".kilocode/**"),
  ...each("agents run its hooks, commands and servers", ".kiro/**", ".qwen/**", ".continue/**", ".factory/**"),
  ...each("agents run its hooks, commands and servers", ".amp/**", ".warp/**", ".kilo/**", ".junie/**", ".air/**"),
  ...each("jig starts plugins from it", ".jig/**"),
  ...each("direnv and mise run it when a shell enters the folder", ".envrc", ".mise.toml", "mise.toml"),
  ...each("shells run it when they start", ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases"),
  ...each("shells run it when they start", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout"),
  ...each("shells run it when they start", ".kshrc", ".mkshrc", ".cshrc", ".tcshrc", ".login", ".logout", ".inputrc"),
  ...each("shells run it when they start", ".config/fish/**", ".config/powershell/**", ".config/nushell/**"),
  ...each("the desktop runs it at login", ".xprofile", ".xinitrc", ".xsession", ".xsessionrc", ".config/autostart/**"),
  ...each("the service manager runs it", ".config/systemd/**", "Library/LaunchAgents/**"),
  ...each("git reads commands from it", ".gitconfig", ".config/git/**"),
  ...each("ssh reads commands and keys from it", ".ssh/**"),
];

const PARTS = PLACES_THAT_RUN_LATER.map((place) => {
  const whole = place.pattern.endsWith("/**");
  return { place, whole, parts: (whole ? place.pattern.slice(0, -3) : place.pattern).toLowerCase().split("/") };
});

const FIRST_PARTS = new Set(PARTS.map(({ parts }) => parts[0]));
/** Nothing in it is ignored when names are compared, except for case. */
const PLAIN = /^[\w.-]*[\w-]$/;

/** Whether a path with this name may lead to a place: quick, for walks of many names. */
export function mayLeadToPlace(name: string): boolean {
  return FIRST_PARTS.has(PLAIN.test(name) ? name.toLowerCase() : comparable(name));
}

/**
 * The place that a path is in or names; undefined for an ordinary file. The path is relative to a root, or absolute: then also
 * the folders above the root count. A link must be followed before: the path is not resolved here.
 */
export function placeThatRunsLater(path: string): PlaceThatRunsLater | undefined {
  const names = path.split(/[/\\]/).map(comparable);
  for (const { place, whole, parts } of PARTS) {
    const last = whole ? names.length - parts.length : Math.max(0, names.length - parts.length);
    for (let at = whole ? 0 : last; at <= last; at++) {
      if (parts.every((part, index) => part === names[at + index])) return place;
    }
  }
  return undefined;
}

/** A folder may hold no case, drop ending dots and spaces, take a short name, or ignore invisible characters. */
function comparable(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, "")
    .replace(/(?:::?\$.*)$/, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
  return plain === "git~1" ? ".git" : plain;
}

/**
 * Describes places that run later, which are files that another program executes or takes commands from without being started
 * explicitly. A program that can write there can run code outside of any sandbox. A plugin therefore needs a permission that
 * names the place, and a plan may only change one if exactly this file is the path argument of the call. Source, tests and
 * build scripts (Makefile, Justfile, package.json, settings of linters and bundlers) do not count, because people review and
 * run them, and changing them is the purpose of our tools. The settings of a build tool do count if they name a program that
 * every command of the tool starts, and if they are rarely edited.
 */

export interface PlaceThatRunsLater {
  /**
   * The form in manifests and messages: a name, a path, or a folder and everything below it (`/**`). `*` matches any part of a
   * name.
   */
  pattern: string;
  /** The program that runs it, and the occasion. */
  reason: string;
}

const each = (reason: string, patterns: string): PlaceThatRunsLater[] =>
  patterns.split(/\s+/).map((pattern) => ({ pattern, reason }));

/** This also covers repositories in a folder with another name. */
export const GIT_FOLDER: PlaceThatRunsLater = {
  pattern: ".git/**",
  reason: "git runs its hooks, filters and monitors; a file of this name points to another such folder",
};

/** Creating one is refused. An existing one is harmless without objects and refs. */
export const REPOSITORY_HEAD: PlaceThatRunsLater = {
  pattern: "HEAD",
  reason: "it makes a folder a repository, from whose config git runs programs",
};

/** These apply at any depth, because submodules, packages of a monorepo and nested repositories have their own. */
export const PLACES_THAT_RUN_LATER: readonly PlaceThatRunsLater[] = [
  GIT_FOLDER,
  REPOSITORY_HEAD,
  ...each("version control runs its hooks and reads commands from it", `.hg/** .hgrc .jj/** .sl/** .bzr/**`),
  ...each(
    "hook managers run it on commit",
    `.husky/** .huskyrc* .githooks/** .git-hooks/** .pre-commit-config.yaml .pre-commit-config.yml prek.toml
     lefthook.yml lefthook.yaml lefthook.toml lefthook.json lefthook.jsonc lefthook-local.* .lefthook*/**
     .config/lefthook* .lintstagedrc* lint-staged.config.* .simple-git-hooks.* simple-git-hooks.* .overcommit.yml
     captainhook.json grumphp.yml hk.pkl`,
  ),
  ...each(
    "the forge runs it after a push",
    `.github/workflows/** .github/actions/** .gitlab-ci.yml .gitlab/ci/** .gitea/workflows/** .gitea/actions/**
     .forgejo/workflows/** .forgejo/actions/**`,
  ),
  ...each(
    "a build service runs it after a push",
    `.circleci/** .woodpecker/** .woodpecker.yml .woodpecker.yaml .drone.* bitbucket-pipelines.yml azure-pipelines*
     .azure-pipelines/** .azuredevops/** Jenkinsfile* .buildkite/** buildkite.yml .travis.yml appveyor.yml
     .appveyor.yml .cirrus.* .semaphore/** .teamcity/** .tekton/** .builds/** .build.yml wercker.yml cloudbuild.yaml
     cloudbuild.json buildspec.yml codemagic.yaml bitrise.yml screwdriver.yaml .onedev-buildspec.yml zuul.yaml
     .zuul.yaml .zuul.d/** .vela.yml .harness/** codeship-*.yml .scrutinizer.yml .packit.yaml .copr/**`,
  ),
  ...each(
    "a host runs its commands for a site or program after a push",
    `netlify.toml vercel.json now.json amplify.yml .readthedocs.yaml .readthedocs.yml readthedocs.yml render.yaml
     railway.toml railway.json nixpacks.toml Procfile heroku.yml .ebextensions/** .platform/** .platform.app.yaml
     .upsun/**`,
  ),
  ...each(
    "editors run tasks and settings when the folder is opened",
    `.vscode/** *.code-workspace .vs/** .idea/** .zed/** .fleet/** .theia/** .nova/** .helix/** omnisharp.json .exrc
     _exrc .vimrc .gvimrc .nvimrc .nvim.lua .vim/** .dir-locals*.el .emacs .emacs.d/** .config/nvim/**`,
  ),
  ...each(
    "a development environment runs it when the folder is opened",
    `.devcontainer/** .devcontainer.json .gitpod.* .idx/** .replit .codesandbox/**`,
  ),
  ...each(
    "agents start the servers it names",
    `.mcp.json opencode.json opencode.jsonc crush.json .crush.json kilo.json kilo.jsonc`,
  ),
  ...each(
    "agents run its hooks, commands and servers",
    `.claude/** .cursor/** .codex/** .gemini/** .opencode/** .windsurf/** .roo/** .kilocode/** .kiro/** .qwen/**
     .continue/** .factory/** .amp/** .warp/** .kilo/** .junie/** .air/** .agents/** .agent/** .clinerules/**
     .augment/** .trae/** .copilot/** .github/hooks/** .crush/** .goose/** .openhands/** .rovodev/** .aider.conf.yml`,
  ),
  ...each("jig starts plugins from it", `.jig/**`),
  ...each("direnv and similar tools run it when a shell enters the folder", `.envrc .autoenv* .config/direnv/**`),
  ...each(
    "mise and asdf run it, or the programs it names, when a shell enters the folder",
    `.mise.* mise.toml mise.*.toml .mise/** mise/config*.toml .config/mise/** .config/mise.* .tool-versions`,
  ),
  ...each(
    "package managers run the programs it names with every command",
    `.npmrc .yarnrc* .yarn/** .pnpmfile.* bunfig.toml .bunfig.toml .bundle/**`,
  ),
  ...each(
    "build tools run the programs it names with every command, and editors the build tools",
    `.cargo/** .mvn/** .bazelrc rust-toolchain rust-toolchain.toml .gradle/init.d/**`,
  ),
  ...each(
    "debuggers and interpreters run it when they start in the folder",
    `.gdbinit .gdbearlyinit *-gdb.py .lldbinit* .pdbrc* .irbrc .pryrc .Rprofile .Renviron .ghci .iex.exs .ocamlinit`,
  ),
  ...each(
    "shells run it when they start",
    `.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout
     .config/zsh/** .kshrc .mkshrc .cshrc .tcshrc .login .logout .inputrc .config/fish/** .config/powershell/**
     .config/nushell/** .tmux.conf .screenrc Documents/PowerShell/** Documents/WindowsPowerShell/** .local/bin/**`,
  ),
  ...each(
    "the desktop runs it at login",
    `.xprofile .xinitrc .xsession .xsessionrc .config/autostart/** .config/environment.d/** .pam_environment
     Programs/Startup/**`,
  ),
  ...each("the service manager runs it", `.config/systemd/** Library/LaunchAgents/**`),
  ...each("git reads commands from it", `.gitconfig .config/git/**`),
  ...each("ssh and gnupg read commands and keys from it", `.ssh/** .gnupg/**`),
];

interface PlaceParts {
  place: PlaceThatRunsLater;
  isFolder: boolean;
  /** Names or patterns. */
  parts: (string | RegExp)[];
}

const PARTS = PLACES_THAT_RUN_LATER.map((place): PlaceParts => {
  const isFolder = place.pattern.endsWith("/**");
  const names = (isFolder ? place.pattern.slice(0, -3) : place.pattern).toLowerCase().split("/");
  return { place, isFolder, parts: names.map((name) => (name.includes("*") ? patternOf(name) : name)) };
});

const BY_FIRST_NAME: ReadonlyMap<unknown, readonly PlaceParts[]> = Map.groupBy(PARTS, ({ parts }) => parts[0]);
const WITH_FIRST_PATTERN = PARTS.filter(({ parts }) => parts[0] instanceof RegExp);
const FIRST_PATTERNS = new RegExp(
  PARTS.flatMap(({ parts: [first] }) => (first instanceof RegExp ? [first.source] : [])).join("|"),
  "s",
);

/** Except for case, there is nothing to normalize in these. */
const PLAIN = /^[\w.-]*[\w-]$/;

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.split("*").map(RegExp.escape).join(".*")}$`, "s");
}

/** Returns true if a name might be part of such a place. This has to be cheap, since walks call it for many names. */
export function mayLeadToPlace(name: string): boolean {
  const compared = PLAIN.test(name) ? name.toLowerCase() : comparable(name);
  return BY_FIRST_NAME.has(compared) || FIRST_PATTERNS.test(compared);
}

/**
 * Returns the protected place that contains the path, or undefined for an ordinary file. Links must have been resolved. If the
 * path is absolute and not relative to a root, folders above the root count as well.
 */
export function placeThatRunsLater(path: string): PlaceThatRunsLater | undefined {
  const names = path.split(/[/\\]/).map(comparable);
  for (const [at, name] of names.entries()) {
    const isHere = ({ isFolder, parts }: PlaceParts) =>
      (isFolder ? at + parts.length <= names.length : at + parts.length === names.length) &&
      parts.every((part, index) => isNamed(part, names[at + index] ?? ""));
    const withPattern = FIRST_PATTERNS.test(name) ? WITH_FIRST_PATTERN : [];
    const found = BY_FIRST_NAME.get(name)?.find(isHere) ?? withPattern.find(isHere);
    if (found) return found.place;
  }
  return undefined;
}

const isNamed = (part: string | RegExp, name: string) => (typeof part === "string" ? part === name : part.test(name));

/**
 * File systems may ignore case, trailing dots and spaces, or invisible characters, and some have short names, so this form is
 * compared.
 */
function comparable(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, "")
    .replace(/(?:::?\$.*)$/, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
  return plain === "git~1" ? ".git" : plain;
}

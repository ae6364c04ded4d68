/**
 * Generates AngelScript with known references. Names are marked in the templates, and the marks yield the truth. Names are unique
 * per file, except for one in twenty that many files share on purpose.
 */

export interface Token {
  file: string;
  /** 1-based. */
  line: number;
  character: number;
}

export interface Generated {
  files: Record<string, string>;
  /** For each declaration: its own position, followed by all uses. */
  truth: Map<string, Token[]>;
}

/** Deterministic random numbers. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

const MARK = /«([^|»]+)\|([^»]+)»/g;

export function generate(count: number, seed: number): Generated {
  const next = random(seed);
  const files: Record<string, string> = {};
  const truth = new Map<string, Token[]>();
  for (let index = 0; index < count; index++) {
    const path = `Area${index % 7}/File${index}.as`;
    const marked = source(index, next);
    let text = "";
    for (const [number, line] of marked.split("\n").entries()) {
      let plain = "";
      let at = 0;
      for (const mark of line.matchAll(MARK)) {
        plain += line.slice(at, mark.index);
        const place = { file: path, line: number + 1, character: plain.length + 1 };
        const [, id, name] = mark as unknown as [string, string, string];
        // A constructor call also refers to the type: `a+b` is a use of both.
        for (const one of id.split("+")) {
          const isDeclaration = one.startsWith("=");
          const key = isDeclaration ? one.slice(1) : one;
          const list = truth.get(key) ?? [];
          if (isDeclaration) list.unshift(place);
          else list.push(place);
          truth.set(key, list);
        }
        plain += name;
        at = mark.index + mark[0].length;
      }
      text += `${plain}${line.slice(at)}\n`;
    }
    files[path] = text;
  }
  return { files, truth };
}

/** Declares one of each construct and uses those of the previous file. */
function source(index: number, next: () => number): string {
  const before = Math.max(0, index - 1);
  // One name in twenty is shared by many files.
  const own = (name: string, file = index): string => (shared(name, file) ? `Shared${name}` : `${name}${file}`);
  const declare = (id: string, name: string): string => `«=${index}.${id}|${name}»`;
  const use = (id: string, name: string, file = index): string => `«${file}.${id}|${name}»`;
  const type = (letter: string, word: string, file = index): string => `${letter}${word}${file}`;
  const cls = (file = index): string => use("class", type("A", "Door", file), file);
  const struct = use("struct", type("F", "Info"));
  const kind = (file = index): string => use("enum", type("E", "Kind", file), file);
  const field = (file = index): string => use("field", own("Width", file), file);
  const method = (file = index): string => use("method", own("Open", file), file);
  const virtual = use(`virtual@${chain(index)}`, "Advance").replace(`${index}.virtual`, "virtual");
  const ns = (file = index): string => use("ns", `Doors${file}`, file);
  const derived = index > 0 && chain(index) === chain(before);
  const fillers = Math.floor(next() * 3);
  const filler = '\t\t// Width Open Doors A «none» "Width"\n'.replace(/ «none»/, "").repeat(fillers);
  return `/** Kinds of ${index}. */
UENUM()
enum ${declare("enum", type("E", "Kind"))}
{
	${declare("one", `One${index}`)},
	${declare("two", `Two${index}`)} UMETA(DisplayName = "Open"),
}

event void ${declare("event", type("F", "OnOpened"))}(${cls()} ${declare("eventArgument", "Door")}, int ${declare("eventCount", "Count")});
delegate bool ${declare("delegate", type("F", "CanOpen"))}(const ${cls()} ${declare("delegateArgument", "Who")});

USTRUCT()
struct ${declare("struct", type("F", "Info"))}
{
	${cls()} ${declare("infoDoor", "Door")};
	int ${declare("infoCount", own("Count"))} = 0;

	${declare("constructor", type("F", "Info"))}(${cls()} ${declare("infoArgument", "InDoor")})
	{
		${use("infoDoor", "Door")} = ${use("infoArgument", "InDoor")};
	}

	${struct} ${declare("opAdd", "opAdd")}(const ${struct}& ${declare("other", "Other")}) const
	{
		${struct} ${declare("sum", "Sum")} = this;
		${use("sum", "Sum")}.${use("infoCount", own("Count"))} += ${use("other", "Other")}.${use("infoCount", own("Count"))};
		return ${use("sum", "Sum")};
	}
};

UCLASS(Abstract)
class ${declare("class", type("A", "Door"))} : ${derived ? cls(before) : "AActor"}
{
	access ${declare("access", `Rule${index}`)} = private, ${struct} (inherited), ${use("helper", own("Help"))};

	UPROPERTY(EditAnywhere, Category = "Width")
	access:${use("access", `Rule${index}`)}
	float ${declare("field", own("Width"))} = 1.0;
	${kind()} ${declare("kindField", own("Kind"))} = ${kind()}::${use("one", `One${index}`)};
	TArray<${struct}> ${declare("infos", own("Infos"))};
	${use("event", type("F", "OnOpened"))} ${declare("onOpened", own("OnOpened"))};
	default ${field()} = 2.0;

	UFUNCTION(BlueprintOverride)
	void ${derived ? virtual : `«=virtual@${chain(index)}|Advance»`}(float ${declare("delta", "Delta")})
	{
		${derived ? `Super::${virtual}(${use("delta", "Delta")});` : ""}
		${method()}(3);
		${use("overloadFloat", own("Measure"))}(1.5);
		${use("overloadName", own("Measure"))}(n"Width");
${filler}		${use("onOpened", own("OnOpened"))}.AddUFunction(this, n"${use("handler", own("Handle"))}");
		Print(f"Width {${field()}} {${use("kindField", own("Kind"))} :d} {{Width}}");
		Print(f'Rate {${ns(before)}::${use("rate", `Rate${before}`, before)}}');
		Print(f"""Limit {${ns(before)}::${use("limit", `Limit${before}`, before)}}
			{{Limit${index} is text}} """);
	}

	UFUNCTION()
	private void ${declare("handler", own("Handle"))}(${cls()} ${declare("handled", "Door")}, int ${declare("handledCount", "Count")})
	{
		int ${declare("outer", "Width")} = ${use("handledCount", "Count")};
		{
			int ${declare("inner", "Width")} = 4;
			${use("inner", "Width")}++;
		}
		if (${use("handled", "Door")} == nullptr)
			${use("outer", "Width")} = 5;
		this.${field()} = float(${use("outer", "Width")});
	}

	int ${declare("method", own("Open"))}(int ${declare("times", "Times")}, bool ${declare("fast", "bFast")} = false)
	{
		for (int ${declare("loop", "I")} = 0; ${use("loop", "I")} < ${use("times", "Times")}; ++${use("loop", "I")})
			${field()} *= 2.0;
		for (auto& ${declare("each", "Each")} : ${use("infos", own("Infos"))})
			${use("each", "Each")}.${use("infoDoor", "Door")}.${method()}(1);
		return ${use("fast", "bFast")} ? 1 : ${use("times", "Times")};
	}

	void ${declare("overloadFloat", own("Measure"))}(float ${declare("amount", "Amount")}) {}
	void ${declare("overloadName", own("Measure"))}(FName ${declare("byName", "Name")}) {}

	float ${declare("getter", `GetSpeed${index}`)}() const property { return ${field()}; }
	void ${declare("setter", `SetSpeed${index}`)}(float ${declare("speed", "NewSpeed")}) property { ${field()} = ${use("speed", "NewSpeed")}; }
}

namespace ${declare("ns", `Doors${index}`)}
{
	const float ${declare("constant", own("Scale"))} = 0.5;
	int ${declare("counter", own("Counter"))} = 0;
	const int ${declare("limit", `Limit${index}`)} = 4;
	const float ${declare("rate", `Rate${index}`)}(0.25);

	void ${declare("nsFunction", own("Slam"))}(${cls()} ${declare("slammed", "Door")})
	{
		${use("counter", own("Counter"))} += ${use("slammed", "Door")}.${method()}(${use("counter", own("Counter"))});
		${ns()}::${use("counter", own("Counter"))} = 0;
	}

	namespace Deep${index}
	{
		void ${declare("deep", own("Dig"))}() { ${use("nsFunction", own("Slam"))}(nullptr); ${ns(before)}::${use("nsFunction", own("Slam", before), before)}(nullptr); }
	}
}

mixin int ${declare("mixin", `Knock${index}`)}(${cls()} ${declare("self", "Self")}, int ${declare("knocks", "Knocks")})
{
	return int(${use("self", "Self")}.${field()}) + ${use("knocks", "Knocks")};
}

void ${declare("helper", own("Help"))}(${cls()} ${declare("helped", "Door")})
{
	auto ${declare("copy", "Copy")} = ${use("helped", "Door")};
	${use("copy", "Copy")}.${use("mixin", `Knock${index}`)}(2);
	${use("copy", "Copy")}.${use("setter", `Speed${index}`)} = ${use("helped", "Door")}.${use("getter", `Speed${index}`)};
	${struct} ${declare("info", "Info")};
	${use("info", "Info")} = «${index}.constructor+${index}.struct|${type("F", "Info")}»(${use("copy", "Copy")});
	${use("info", "Info")}.${use("infoDoor", "Door")} = Cast<${cls()}>(${use("copy", "Copy")});
	switch (${use("copy", "Copy")}.${use("kindField", own("Kind"))})
	{
		case ${kind()}::${use("two", `Two${index}`)}:
			break;
		default:
			${cls(before)} ${declare("previous", "Previous")} = Cast<${cls(before)}>(${use("copy", "Copy")});
			${use("previous", "Previous")}.${field(before)} = ${ns(before)}::${use("constant", own("Scale", before), before)};
			${use("previous", "Previous")}.${method(before)}(${use("previous", "Previous")}.${use("infos", own("Infos", before), before)}.Num());
	}
#if EDITOR
	${ns()}::${use("nsFunction", own("Slam"))}(${use("copy", "Copy")});
#else
	${ns()}::${use("nsFunction", own("Slam"))}(${use("helped", "Door")});
#endif
}

struct ${declare("box", type("F", "Box"))}
{
	private TArray<${struct}> ${declare("items", own("Items"))};
	TMap<FName, ${struct}> ${declare("named", own("ByName"))};

	~${declare("destructor", type("F", "Box"))}() {}
	int ${declare("opIndex", "opIndex")}(int ${declare("opIndexAt", "At")}) const { return ${use("items", own("Items"))}[${use("opIndexAt", "At")}].${use("infoCount", own("Count"))}; }
}

namespace ${use("ns", `Doors${index}`)}::${declare("hidden", `Hidden${index}`)}
{
	const ${struct} ${declare("best", own("BestInfo"))}(nullptr);
	local ${kind()} ${declare("local", own("Pick"))}(${kind()} ${declare("picked", "Kind")} = ${kind()}::${use("two", `Two${index}`)}) no_discard { return ${use("picked", "Kind")}; }
}

UFUNCTION(BlueprintCallable, Meta = (DefaultToSelf = "Door"))
void ${declare("walk", own("Walk"))}(${use("box", type("F", "Box"))}&out ${declare("walkBox", "Box")}, TSubclassOf<${cls()}> ${declare("walkClass", "Class")} = nullptr, float ${declare("walkSpeed", "Speed")} = ${ns()}::${use("constant", own("Scale"))})
{
	auto ${declare("made", "Made")} = ${cls()}::Spawn();
	UClass ${declare("madeClass", "MadeClass")} = ${cls()}::StaticClass();
	while (${use("made", "Made")}.${method()}(2) > 0 && ${use("madeClass", "MadeClass")} != nullptr)
	{
		if (${use("walkBox", "Box")}.${use("named", own("ByName"))}.Num() == 0) continue;
		else if (${ns()}::${use("hidden", `Hidden${index}`)}::${use("local", own("Pick"))}() == ${kind()}::${use("one", `One${index}`)}) break;
		else return;
	}
	${use("walkBox", "Box")}.${use("named", own("ByName"))}[n"None"].${use("infoCount", own("Count"))} = ${use("walkSpeed", "Speed")} > 1.f ? 1 : -${ns()}::${use("hidden", `Hidden${index}`)}::${use("best", own("BestInfo"))}.${use("infoCount", own("Count"))};
	${use("delegate", type("F", "CanOpen"))} ${declare("can", "Can")};
	${use("can", "Can")}.BindUFunction(${use("made", "Made")}, n"${use("handler", own("Handle"))}");
	${use("made", "Made")}.${use("onOpened", own("OnOpened"))}.Broadcast(${use("made", "Made")}, ${use("can", "Can")}.IsBound() ? 1 : 2);
	${cls()} ${declare("twinA", "A")} = ${use("made", "Made")}, ${declare("twinB", "B")} = Cast<${cls()}>(${use("twinA", "A")}.${use("infos", own("Infos"))}[0].${use("infoDoor", "Door")});
	${use("twinB", "B")}.${use("kindField", own("Kind"))} = ${kind()}(1);
	${use("walk", own("Walk"))}(${use("walkBox", "Box")}, ${use("walkSpeed", "Speed")} = 2.0);
	TArray<TArray<${struct}>> ${declare("nested", "Nested")};
	${use("nested", "Nested")}[0][1].${use("infoDoor", "Door")}.${field()}++;
}

asset ${declare("asset", `Best${index}`)} of ${cls()}
{
	${field()} = 3.0;
}
`;
}

/** Files in a chain derive from one another. */
function chain(index: number): number {
  return Math.floor(index / 5);
}

function shared(name: string, file: number): boolean {
  let hash = file * 2654435761;
  for (const char of name) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619);
  return (hash >>> 0) % 20 === 0;
}

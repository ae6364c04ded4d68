/** C++ headers converted like Unreal's AngelScript plugin does: names, namespaces, mixins, defaults, delegates. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readHeaderTypes, withHeaderTypes } from "./cpp-headers.ts";
import { namespaceOf } from "./cpp-members.ts";
import { EMPTY_LIBRARY } from "./debug-database.ts";

const HEADER = `
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOnScored, int32, Points, const FString&, Who);
DECLARE_DYNAMIC_DELEGATE_RetVal_OneParam(bool, FMayScore, AActor*, By);
UENUM(BlueprintType)
namespace EOld { enum Type { First UMETA(DisplayName = "a, b"), Second = 3, }; }
/** UCLASS() class UNotThis {}; */
UCLASS(Blueprintable, meta = (ScriptName = "Renamed"))
class GAME_API AThing : public AActor, public IOther
{
	GENERATED_BODY()
public:
	UPROPERTY(EditAnywhere) TArray<TObjectPtr<AActor>> Things = {};
	UPROPERTY() uint8 bFlag : 1;
	UFUNCTION(BlueprintCallable, meta = (DisplayName = "Say (it)"))
	void Say(const FString& Text = TEXT("a, (b)"), float Seconds = 2.f, EOld::Type Kind = EOld::First) { Things.Add(nullptr); }
	UFUNCTION(BlueprintImplementableEvent, meta = (DisplayName = "Hit"))
	void K2_ReceiveHit(AActor* Other);
	UFUNCTION(BlueprintPure) int32 GetCount() const;
	UFUNCTION(BlueprintPure, meta = (NotAngelscriptProperty)) int32 GetSlow() const;
	UFUNCTION() void Hidden();
	UFUNCTION(BlueprintCallable, meta = (ScriptName = "-")) void Never();
};
UCLASS()
class UScoreFunctionLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()
	UFUNCTION(BlueprintCallable, meta = (WorldContext = "World"))
	static int32 AddScore(const UObject* World, int32 Points, FHitResult& OutHit, AActor* By = nullptr);
	UFUNCTION(BlueprintCallable, meta = (ScriptGlobalScope)) static void Everywhere();
};
UCLASS(meta = (ScriptMixin = "AThing FThing"))
class UThingMixins : public UObject
{
	UFUNCTION(ScriptCallable) static void Push(AThing* Self, float Force = 1.0);
	UFUNCTION(ScriptCallable) static bool IsBig(const FThing& Self);
	UFUNCTION(ScriptCallable) static void Other(AActor* Self);
};
USTRUCT(BlueprintType)
struct FThing { GENERATED_BODY() UPROPERTY() double Size = 0; };
`;

test("types, members and defaults are as scripts write them", () => {
  const types = new Map(readHeaderTypes(HEADER, "T.h").map((type) => [type.name, type]));
  const texts = (name: string) => types.get(name)?.members.map(({ text }) => text);
  assert.deepEqual([...types.keys()].sort(), [
    "AThing",
    "EOld",
    "FMayScore",
    "FOnScored",
    "FThing",
    "UScoreFunctionLibrary",
    "UThingMixins",
  ]);
  assert.deepEqual(texts("EOld"), ["First", "Second"]);
  assert.deepEqual(texts("AThing"), [
    "TArray<AActor> Things",
    "uint8 bFlag",
    'void Say(const FString& Text = "a, (b)", float32 Seconds = 2.f, EOld Kind = EOld::First)',
    "UFUNCTION(BlueprintEvent) void Hit(AActor Other)",
    "int GetCount() const property",
    "int GetSlow() const",
  ]);
  assert.deepEqual(types.get("UScoreFunctionLibrary")?.members, [
    { text: "int AddScore(int Points, FHitResult& OutHit, AActor By = nullptr)", namespace: "Score" },
    { text: "void Everywhere()", namespace: "" },
  ]);
  assert.deepEqual(types.get("UThingMixins")?.members, [
    { text: "void Push(float32 Force = 1.0)", mixin: "AThing" },
    { text: "bool IsBig() const", mixin: "FThing" },
    { text: "void Other(AActor Self)", namespace: "UThingMixins" },
  ]);
});

test("they become symbols of a library", () => {
  const { types, namespaces } = withHeaderTypes(EMPTY_LIBRARY, readHeaderTypes(HEADER, "T.h"));
  const member = (type: string, name: string) => types.get(type)?.member(name)[0];
  assert.deepEqual(
    member("FOnScored", "Broadcast")?.parameters?.map(({ type, name }) => `${type} ${name}`),
    ["int Points", "const FString& Who"],
  );
  assert.equal(member("FMayScore", "Execute")?.type, "bool");
  assert.equal(member("AThing", "Push")?.parameters?.length, 1);
  assert.equal(types.get("AThing")?.base, "AActor");
  assert.deepEqual(
    namespaces
      .get("Score")?.()
      .map((each) => each.name),
    ["AddScore"],
  );
});

test("namespaces of libraries are simplified as the engine does", () => {
  const cases = [
    ["UKismetSystemLibrary", undefined, "System"],
    ["UGameplayStatics", undefined, "Gameplay"],
    ["UBlueprintGameplayTagLibrary", undefined, "GameplayTag"],
    ["UMyThings", undefined, "UMyThings"],
    ["UMyFunctionLibrary", undefined, "My"],
    ["UOtherBlueprintFunctionLibrary", undefined, "Other"],
    ["UWidgetLayoutLibrary", "WidgetLayoutLibrary", "WidgetLayout"],
  ] as const;
  for (const [name, script, expected] of cases) assert.equal(namespaceOf(name, script), expected, name);
});

/** Specifiers of `UPROPERTY(…)` and its like that no engine knows. */
import { Word } from "../lexer/interned-names.ts";
import { Kind, Op, type Tokens } from "../lexer/tokens.ts";
import type { SemanticErrors } from "./semantic-errors.ts";

/** Those of the public engines, and those of Unreal's own C++ macros. */
const SPECIFIERS: Record<string, string> = {
  UPROPERTY:
    "AdvancedDisplay AssetRegistrySearchable Attach AttachSocket AutoCollapseCategories BindWidget BindWidgetAnim " +
    "BindWidgetAnimOptional BindWidgetOptional BlueprintAssignable BlueprintAuthorityOnly BlueprintCallable " +
    "BlueprintGetter BlueprintHidden BlueprintProtected BlueprintReadOnly BlueprintReadWrite BlueprintSetter Category " +
    "Config DefaultComponent Deprecated DisplayName DuplicateTransient EditAnywhere EditConst EditDefaultsOnly " +
    "EditFixedSize EditInline EditInlineDefaults EditInstanceOnly EditorOnly Export ExposeOnSpawn FieldNotify " +
    "GlobalConfig Instanced Interp Localized Meta Native NoClear NonPIEDuplicateTransient NonTransactional " +
    "NotBlueprintCallable NotEditable NotReplicated NotVisible OverrideComponent Replicated ReplicatedUsing " +
    "ReplicationCondition RootComponent SaveGame ScriptReadOnly ScriptReadWrite Setter Getter ShowOnActor SimpleDisplay " +
    "SkipSerialization TextExportTransient ToolTip Transient VisibleAnywhere VisibleDefaultsOnly VisibleInstanceOnly",
  UFUNCTION:
    "BlueprintAuthorityOnly BlueprintCallable BlueprintCosmetic BlueprintEvent BlueprintGetter " +
    "BlueprintImplementableEvent BlueprintInternalUseOnly BlueprintNativeEvent BlueprintOverride BlueprintProtected " +
    "BlueprintPure BlueprintSetter BlueprintThreadSafe CallInEditor Category Client CrumbFunction CustomThunk " +
    "DevFunction DisplayName EditorOnly Exec FieldNotify ForcedAssets Keywords Meta NetFunction NetMulticast " +
    "NotBlueprintCallable Reliable ScriptCallable SealedEvent Server ServiceRequest ServiceResponse ToolTip Unreliable " +
    "Variadic WithValidation",
  UCLASS:
    "Abstract AdvancedClassDisplay AssetRegistrySearchable AutoCollapseCategories AutoExpandCategories " +
    "BlueprintType Blueprintable ClassGroup CollapseCategories ComponentWrapperClass Config ConfigDoNotCheckDefaults " +
    "Const ConversionRoot CustomConstructor DefaultConfig DefaultToInstanced DependsOn Deprecated DisplayName " +
    "DontAutoCollapseCategories DontCollapseCategories EditInlineNew EditorConfig Experimental GlobalUserConfig " +
    "HideCategories HideDropdown HideFunctions HidePropertiesByDefault Interp Intrinsic MatchedSerializers Meta " +
    "MinimalAPI NeedsDeferredDependencyLoading NoExport NonTransient NotBlueprintType NotBlueprintable NotEditInlineNew " +
    "NotPlaceable Optional PerObjectConfig Placeable PrioritizeCategories ProjectUserConfig ShowCategories ShowFunctions " +
    "SparseClassDataType ToolTip Transient Within",
};

type Macro = "UPROPERTY" | "UFUNCTION" | "UCLASS";

const KNOWN = new Map(
  (["UPROPERTY", "UFUNCTION", "UCLASS"] as const).map((macro) => {
    const names = (SPECIFIERS[macro] as string).split(" ");
    return [Word[macro] as number, { macro, names, lower: new Set(names.map((name) => name.toLowerCase())) }] as const;
  }),
);

export function checkSpecifiers(tokens: Tokens, errors: SemanticErrors): void {
  const { kinds, ids, starts, names } = tokens;
  for (let at = 0; at < tokens.count; at++) {
    const known = KNOWN.get(ids[at] as number);
    if (!known || kinds[at + 1] !== Op["("]) continue;
    let depth = 1;
    for (at += 2; at < tokens.count && depth > 0; at++) {
      const kind = kinds[at] as number;
      if (kind === Op["("]) depth++;
      else if (kind === Op[")"]) depth--;
      else if (depth === 1 && kind === Kind.name && (kinds[at - 1] === Op["("] || kinds[at - 1] === Op[","])) {
        const name = names.text(ids[at] as number);
        const next = kinds[at + 1];
        const ends = next === Op[","] || next === Op[")"] || next === Op["="] || next === Op["("];
        if (ends && !known.lower.has(name.toLowerCase()))
          errors.add(starts[at] as number, name.length, `${known.macro satisfies Macro} has no specifier "${name}"`, {
            candidates: () => known.names,
          });
      }
    }
    at--;
  }
}

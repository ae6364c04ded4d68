/** Reports unknown specifiers in `UPROPERTY(…)` and similar macros. */
import { Op, type Tokens } from "../lexer/tokens.ts";
import { TokenCursor } from "../parser/token-cursor.ts";
import type { SemanticErrors } from "./semantic-errors.ts";

/** The specifiers of the public engines and of Unreal's C++ macros. */
const SPECIFIERS = {
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

export function checkSpecifiers(tokens: Tokens, errors: SemanticErrors): void {
  const known = new Map<number, { macro: string; names: string[] }>();
  for (const [macro, names] of Object.entries(SPECIFIERS))
    known.set(tokens.names.of(macro), { macro, names: names.split(" ") });
  for (const cursor = new TokenCursor(tokens); !cursor.ended; cursor.at++) {
    const found = known.get(cursor.id());
    if (found && cursor.kind(1) === Op["("]) checkMacro(cursor, found, errors);
  }
}

function checkMacro(cursor: TokenCursor, { macro, names }: { macro: string; names: string[] }, errors: SemanticErrors) {
  const lower = new Set(names.map((name) => name.toLowerCase()));
  let depth = 1;
  cursor.at++;
  for (let before = cursor.kind(); !cursor.ended && depth > 0; before = cursor.kind()) {
    cursor.at++;
    if (cursor.is("(")) depth++;
    else if (cursor.is(")")) depth--;
    else if (depth === 1 && cursor.id() >= 0 && (before === Op["("] || before === Op[","])) {
      const name = cursor.names.text(cursor.id());
      const isWhole = ENDS.has(cursor.kind(1));
      if (isWhole && !lower.has(name.toLowerCase()))
        errors.add(cursor.start, name.length, `${macro} has no specifier "${name}"`, { candidates: () => names });
    }
  }
}

/** The tokens that can follow a specifier. If anything else follows, nothing is reported. */
const ENDS: ReadonlySet<number> = new Set([Op[","], Op[")"], Op["="], Op["("]]);

/** Compound questions about tec-sx+FlickerVoid, whose scripts derive from its own C++ classes, with expected answers. */
import { at, type CompoundQuestion, UNUSED } from "./compound-questions.ts";

const HANDLERS = ["Ground", "InAir", "Traverse"].map((name) => `UFV${name}MovementHandler`);

export const FLICKER_QUESTIONS: CompoundQuestion[] = [
  {
    isOfJ: true,
    question:
      "All script subclasses of the C++ class UFVMovementHandlerBase: what does each override, and from which base?",
    calls: [["getClassHierarchy", { name: "UFVMovementHandlerBase", includeOverrides: true }]],
    truth: [
      ...HANDLERS.map((name): [string, ...string[]] => [
        "",
        `${name}.GenerateMovement`,
        "UFVMovementHandlerBase/GenerateMovement",
      ]),
      ["", "UFVGroundMovementHandler.Resolve", "UFVMovementHandlerBase/Resolve"],
      ["", "UFVInAirMovementHandler.Resolve", "UFVMovementHandlerBase/Resolve"],
      ["", "UFVGroundMovementHandler.OnInitialize", "UFVMovementHandlerBase/OnInitialize"],
    ],
    not: ["UFVTraverseMovementHandler.Resolve", "UFVInAirMovementHandler.OnInitialize"],
  },
  {
    isOfJ: true,
    question: "Who raises OnInteractionZoneEvent, and who listens? (The only bind is a comment.)",
    calls: [["findReferences", { name: "UInteractionBus/OnInteractionZoneEvent", kinds: ["bind", "broadcast"] }]],
    truth: [
      ["InteractionTargetComponent.as", "54:", "broadcast"],
      ["InteractionTargetComponent.as", "73:", "broadcast"],
    ],
    not: ["PlayerInteractionComponent"],
  },
  {
    isOfJ: true,
    question: "Who writes RevealedCharCount and bTypewriterComplete, and who calls the methods that do?",
    calls: [
      [
        "findReferences",
        { names: ["UDialogueWidget/RevealedCharCount", "UDialogueWidget/bTypewriterComplete"], kinds: ["write"] },
      ],
      [
        "calls",
        {
          names: ["SkipTypewriter", "OnTypewriterComplete", "OnTypewriterCompleteNoRow"].map(
            (name) => `UDialogueWidget/${name}`,
          ),
        },
      ],
    ],
    truth: [
      ...at("DialogueWidget.as", 52, 53, 125, 140, 146, 160),
      ["", "UDialogueWidget.OnContinuePressed", "line 109"],
      ["", "UDialogueWidget.TypewriterTick", "line 132"],
      ["", "UDialogueWidget.SkipTypewriter", "line 141"],
    ],
    not: ["76: ", "107: "],
  },
  {
    isOfJ: true,
    question: "Which members of UPlayerInteractionComponent does no script use, and how often are the others used?",
    calls: [["getTypeMembers", { name: "UPlayerInteractionComponent", includeUses: true }]],
    truth: [
      ["", "AvailableTargets", "8 uses"],
      ["", "bIsFocused", UNUSED],
      ["", "bInteractionIsActive", UNUSED],
      ["", "DetectionConeAngle", "1 use"],
      ["", "InteractionZoneEventHandler(", UNUSED],
      ["", "FindBestTarget(", "1 use"],
      ["", "UpdateInteractionState(", "1 use"],
    ],
  },
  {
    isOfJ: true,
    question: "Which events of UDialogueWidget may a Blueprint implement, and who calls each?",
    calls: [
      ["getTypeMembers", { name: "UDialogueWidget", kinds: "method", includeUses: true }],
      [
        "calls",
        {
          names: ["BP_PlayShowAnimation", "BP_PlayHideAnimation", "BP_PlayContinuePromptAnimation"].map(
            (name) => `UDialogueWidget/${name}`,
          ),
        },
      ],
    ],
    truth: [
      ["", "BP_PlayShowAnimation", "BlueprintEvent", "1 use"],
      ["", "BP_PlayContinuePromptAnimation", "BlueprintEvent", "2 uses"],
      ["", "UDialogueWidget.ShowLine", "line 57"],
      ["", "UDialogueWidget.HideWidget", "line 97"],
      ["", "UDialogueWidget.OnTypewriterComplete", "line 154"],
      ["", "UDialogueWidget.OnTypewriterCompleteNoRow", "line 168"],
    ],
  },
  {
    isOfJ: false,
    question: "Where are the fields of FInteractionTarget written?",
    calls: [["findReferences", { name: "FInteractionTarget/*", kinds: ["write"] }]],
    truth: at("InteractionTargetComponent.as", 49, 50, 51, 68, 69, 70),
    not: ["Item.as"],
  },
  {
    isOfJ: false,
    question: "Who calls the validations of FVValidation, and which are called by nobody?",
    calls: [["findReferences", { name: "FVValidation/*" }]],
    truth: [
      ...at("FVTraversable.as", 70, 81, 112),
      ...at("PlayerCharacterController.as", 21, 29, 37),
      ...at("FVGroundMovementHandler.as", 19),
      ...at("FVTraversalComponent.as", 87),
      ["", "ValidateRange", "0 uses"],
    ],
  },
  {
    isOfJ: false,
    question: "What does GenerateMovement of UFVGroundMovementHandler call, and what do its own helpers call?",
    calls: [
      [
        "calls",
        {
          names: ["UFVGroundMovementHandler/GenerateMovement", "UFVGroundMovementHandler/CalculateDirectionalSpeed"],
          direction: "outgoing",
        },
      ],
    ],
    truth: [
      ["", "UFVGroundMovementHandler.GetGaitConfig"],
      ["", "UFVGroundMovementHandler.CalculateMaxAcceleration"],
      ["", "UFVGroundMovementHandler.CalculateBrakingDeceleration"],
      ["", "UFVGroundMovementHandler.CalculateGroundFriction"],
      ["", "UFVGroundMovementHandler.CalculateDirectionalSpeed", "54, 55"],
      ["", "UFVGroundMovementHandler.GetStrafeSpeedMapCurveValue", "115"],
    ],
    not: ["UFVGroundMovementHandler.HasMovementInput"],
  },
  {
    isOfJ: false,
    question:
      "Who makes or takes an FFVCheckLedgeResult, and how often are its fields used? (Others have fields of these names.)",
    calls: [
      ["findReferences", { name: "FFVCheckLedgeResult", kinds: ["type"] }],
      ["getTypeMembers", { name: "FFVCheckLedgeResult", includeUses: true }],
    ],
    truth: [
      ...at("FVTraversable.as", 64, 66),
      ...at("FVTraversalComponent.as", 153, 258),
      ["", "bHasFrontLedge", "3 uses"],
      ["", "FrontLedgeNormal", "2 uses"],
      ["", "FrontLocation", "5 uses"],
      ["", "bHasBackLedge", "3 uses"],
      ["", "BackLedgeNormal", "2 uses"],
    ],
  },
  {
    isOfJ: false,
    question: "Would a new handler that overrides GenerateMovement with an int, and calls a misspelt helper, compile?",
    calls: [
      [
        "diagnostics",
        {
          filePath: "Script/Core/Movement/Handlers/FVSwimMovementHandler.as",
          content:
            "class UFVSwimMovementHandler : UFVMovementHandlerBase\n{\n\tUFUNCTION(BlueprintOverride)\n\tbool Resolve() const\n\t{\n\t\treturn MovementComponent.MovementMode == EMovementMode::MOVE_Swimming;\n\t}\n\n\tUFUNCTION(BlueprintOverride)\n\tvoid GenerateMovement(int DeltaTime)\n\t{\n\t\tfloat Speed = CalculateSped();\n\t}\n\n\tfloat CalculateSpeed()\n\t{\n\t\treturn 1.0;\n\t}\n}\n",
        },
      ],
    ],
    truth: [
      ["", "10 likely:", "GenerateMovement"],
      ["", "12 likely:", "CalculateSpeed"],
    ],
    not: ["6:"],
  },
];

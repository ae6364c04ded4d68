/** Compound questions about AliAryaei+Strategic-AI with expected answers. */
import { at, type CompoundQuestion, UNUSED } from "./compound-questions.ts";

export const STRATEGIC_QUESTIONS: CompoundQuestion[] = [
  {
    isOfJ: true,
    question: "All subclasses of UTask: what does each override, and from which base?",
    calls: [["getClassHierarchy", { name: "UTask", includeOverrides: true, maxSubBreadth: 20 }]],
    truth: [
      ...["UTaskWorkerToCoalMiler", "UTaskWorkerToBuilder", "UTaskWorkerToExplorer"].map((task): [string, string] => [
        "",
        `${task}.Execute`,
      ]),
      ["", "UTaskBuildCoalMile.CreateSubtasks", "UTask/CreateSubtasks"],
      ["", "UTaskCreateCharcoal.CreateSubtasks", "UTask/CreateSubtasks"],
      ["", "UTaskFetchWood.ExecutionSucceded", "UTask/ExecutionSucceded"],
    ],
    not: ["UTaskWorkerToBuilder.CreateSubtasks"],
  },
  {
    isOfJ: true,
    question: "Which states override Exit, and who calls it?",
    calls: [["findReferences", { name: "UStateBase/Exit", kinds: ["override", "call"] }]],
    truth: [
      ["UStateIdleBuilder.as", "45:", "override"],
      ["UStateChopTree.as", "32:", "override"],
      ["UStateIdleWorker.as", "42:", "override"],
      ["UStateFetchWood.as", "55:", "override"],
      ["UFiniteStateMachine.as", "21:", "call"],
    ],
  },
  {
    isOfJ: true,
    question: "Who changes NumWood, and who calls the methods that do?",
    calls: [
      ["findReferences", { name: "UAiSystemManager/NumWood", kinds: ["write"] }],
      [
        "calls",
        {
          names: ["StartBuildingCoalMile", "BuildCoalMile", "MakeCharcoal", "CreateCharcoal"].map(
            (name) => `UAiSystemManager/${name}`,
          ),
        },
      ],
    ],
    truth: [
      ...at("UStateGetWoodToBase.as", 36),
      ...at("UAiSystemManager.as", 65, 79, 85, 110),
      ...at("UTaskCreateCharcoal.as", 27),
      ["UTaskBuildCoalMile.as", "UTaskBuildCoalMile.Execute", "line 20"],
    ],
    not: ["ASettings.as"],
  },
  {
    isOfJ: true,
    question: "Who changes the state of a machine, on which lines?",
    calls: [["calls", { name: "UFiniteStateMachine/ChangeState" }]],
    truth: [
      ["UStateGetWoodToBase.as", "line 35"],
      ["UStateChopTree.as", "line 26"],
      ["UStateBuild.as", "line 58"],
      ["UStateCoalMilerMoveToMile.as", "line 33"],
      ["UStateFetchWood.as", "line 48"],
      ["UStateWorkerDeliverWoodToCoalMile.as", "line 35"],
      ["UAiSystemManager.as", "StartUpgradeWorkerToExplorer", "line 58"],
      ["UAiSystemManager.as", "StartBuildingCoalMile", "line 64"],
      ["UAiSystemManager.as", "CreateCharcoal", "line 107"],
      ["UTaskCreateCharcoal.as", "line 24"],
    ],
  },
  {
    isOfJ: true,
    question: "Which methods of UAiSystemManager does nobody use?",
    calls: [["getTypeMembers", { name: "UAiSystemManager", includeUses: true, kinds: "method" }]],
    truth: [
      ["", "RequestTree()", UNUSED],
      ["", "BuildCoalMile()", UNUSED],
      ["", "MakeCharcoal(", UNUSED],
      ["", "FindPath(", "7 uses"],
      ["", "StartBuildingCoalMile()", "1 use"],
      ["", "FetchWood()", "1 use"],
    ],
  },
  {
    isOfJ: false,
    question: "Who puts tasks into the queue, and who takes them out?",
    calls: [["calls", { names: ["UPriorityQueue/Add", "UPriorityQueue/RemoveFromQueue"] }]],
    truth: [
      ["ASettings.as", "line 47"],
      ["UStateBuild.as", "line 51"],
      ["UStateFetchWood.as", "line 24"],
      ["UAiSystemManager.as", "UAiSystemManager.BuildCoalMile", "line 80"],
      ["UAiSystemManager.as", "UAiSystemManager.UpdateAI", "line 128"],
      ["UTaskCreateCharcoal.as", "55, 60, 65"],
      ["UTaskFetchWood.as", "line 30"],
      ["UTaskWorkerToCoalMiler.as", "line 24"],
      ["UTaskBuildCoalMile.as", "line 28"],
      ["UTaskFetchWood.as", "line 22"],
    ],
  },
  {
    isOfJ: false,
    question: "Who sets the owner of a machine, and is bIsCarrying used?",
    calls: [
      [
        "findReferences",
        { names: ["UFiniteStateMachine/FSMOwner", "AEntity/bIsCarrying"], kinds: ["write", "declaration"] },
      ],
    ],
    truth: [
      ["AEntity.as", "10:", "declaration"],
      ["ACoalMiler.as", "13:", "write"],
      ["AExplorer.as", "23:", "write"],
      ["ATree.as", "10:", "write"],
      ["ABuilder.as", "13:", "write"],
      ["AWorker.as", "14:", "write"],
      ["UStateUpgradeToBuilder.as", "25:", "write"],
      ["UStateUpgradeToExplorer.as", "25:", "write"],
      ["UFiniteStateMachine.as", "6:", "write"],
    ],
  },
  {
    isOfJ: false,
    question: "Which calls may change the tiles with wood, and which only read them?",
    calls: [["findReferences", { name: "UAiSystemManager/TileWithWood" }]],
    truth: [
      ["AExplorer.as", "82:", "read"],
      ["AExplorer.as", "84:", "mutatingCall"],
      ["UAiSystemManager.as", "27:", "declaration"],
      ["UAiSystemManager.as", "92:", "read"],
      ["UAiSystemManager.as", "99:", "mutatingCall"],
      ["UTaskFetchWood.as", "20:", "read"],
    ],
  },
  {
    isOfJ: false,
    question: "Where do the two durations of UAiSystemManager come from, and where do they go?",
    calls: [["findReferences", { names: ["UAiSystemManager/TimeToChopTree", "UAiSystemManager/TimeToBuildCoalMile"] }]],
    truth: [
      ["ASettings.as", "37:", "write"],
      ["ASettings.as", "38:", "write"],
      ["UStateChopTree.as", "12:", "read"],
      ["UStateBuild.as", "19:", "read"],
      ["UAiSystemManager.as", "18:", "declaration"],
    ],
  },
  {
    isOfJ: false,
    question: "Who asks for a path, and what does FindPath call?",
    calls: [
      ["calls", { name: "UAiSystemManager/FindPath" }],
      ["calls", { name: "UAiSystemManager/FindPath", direction: "outgoing" }],
    ],
    truth: [
      ["UStateGetWoodToBase.as", "line 14"],
      ["UStateIdleBuilder.as", "line 17"],
      ["UStateBuild.as", "line 24"],
      ["UStateCoalMilerMoveToMile.as", "line 13"],
      ["UStateIdleWorker.as", "line 17"],
      ["UStateFetchWood.as", "line 21"],
      ["UStateWorkerDeliverWoodToCoalMile.as", "line 13"],
      ["UMapManager.as", "FindPathAStar"],
    ],
    not: ["AStar.as"],
  },
];

// The panes in their order, and what each opens with: an example that surprises.
import type { Component } from "vue";
import type { PaneState } from "../link/link.ts";

interface PaneFacts {
  readonly name: string; // in links: never changed
  readonly title: string;
  readonly question: string; // what the pane answers, in a sentence
  readonly opening: PaneState;
  readonly load: () => Promise<Component>;
}

const DEFAULT_LINE = "add f64 block-dyadic:32 initial=none v1";

/** 1e16 + 1 − 1e16 with some ones more: these four orders say 1, 2, 3 and 4, and only the last is true. */
const SURPRISE = "1e16 1 1 1 -1e16 1";

export const PANES: readonly PaneFacts[] = [
  {
    name: "sum",
    title: "Sum",
    question: "Why do two orders of addition give two sums?",
    opening: {
      contract: "add f64 left-fold initial=none v1",
      data: SURPRISE,
      options: { others: "iterated-pairwise, interleaved:2, exact" },
    },
    load: async () => (await import("../panes/sum/sum-pane.tsx")).SumPane,
  },
  {
    name: "scan",
    title: "Scan",
    question: "At which positions do two orders of a running sum differ, and by how much?",
    opening: { contract: DEFAULT_LINE, data: "tenths 1000", options: { other: "left-fold" } },
    load: async () => (await import("../panes/scan/scan-pane.tsx")).ScanPane,
  },
  {
    name: "networks",
    title: "Networks",
    question: "Which scan network builds which tree, and what does it cost?",
    opening: {
      contract: "add f64 network:kogge-stone:32 initial=none v1",
      data: "",
      options: { other: "sklansky:32" },
    },
    load: async () => (await import("../panes/networks/networks-pane.tsx")).NetworksPane,
  },
  {
    name: "operator",
    title: "Operator",
    question: "Is this operator associative, and if not, which operands show it?",
    opening: { contract: DEFAULT_LINE, data: "", options: {} },
    load: async () => (await import("../panes/operator/operator-pane.tsx")).OperatorPane,
  },
  {
    name: "program",
    title: "Program",
    question: "What does a program of the array language cost?",
    opening: { contract: DEFAULT_LINE, data: "", options: {} },
    load: async () => (await import("../panes/program/program-pane.tsx")).ProgramPane,
  },
  {
    name: "look-back",
    title: "Look-back",
    question: "How does one pass over tiles keep the order?",
    opening: { contract: DEFAULT_LINE, data: "signed 1000 seed 28", options: {} },
    load: async () => (await import("../panes/look-back/look-back-pane.tsx")).LookBackPane,
  },
  {
    name: "witness",
    title: "Witness",
    question: "Does this browser give the bits that every other gives?",
    opening: { contract: DEFAULT_LINE, data: "", options: {} },
    load: async () => (await import("../panes/witness/witness-pane.tsx")).WitnessPane,
  },
  {
    name: "speed",
    title: "Speed",
    question: "How fast is it on this machine, against a loop?",
    opening: { contract: DEFAULT_LINE, data: "signed 1000000 seed 28", options: {} },
    load: async () => (await import("../panes/speed/speed-pane.tsx")).SpeedPane,
  },
];

/** The pane of a name, or undefined. */
export function paneNamed(name: string): PaneFacts | undefined {
  return PANES.find((pane) => pane.name === name);
}

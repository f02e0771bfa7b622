// The state of a workbench: which pane, and what each shows. On a page of its own it is kept in the address and, as a draft, in the browser.
import type { ElementArray } from "samebits/javascript";
import { type ComputedRef, computed, reactive, shallowReactive } from "vue";
import { decodeLink, encodeLink, type Link, LinkError, type PaneState } from "../link/link.ts";
import { PANES, paneNamed } from "./panes.ts";

/** A change that Back undoes, or one of many while somebody types. */
type Kind = "step" | "typing";

export interface Session {
  readonly pane: string;
  readonly state: PaneState;
  readonly fragment: ComputedRef<string>;
  readonly linkFault: string | undefined; // why the link that was opened could not be
  readonly files: Map<string, ElementArray>; // by hash: numbers that are too many for a link
  readonly update: (change: Partial<PaneState>, kind?: Kind) => void;
  readonly choosePane: (name: string) => void;
  readonly open: (link: Link) => void;
}

const DRAFTS = "samebits-workbench-v1";

interface Held {
  pane: string;
  states: Record<string, PaneState>;
  linkFault: string | undefined;
}

function opened(): Record<string, PaneState> {
  return Object.fromEntries(PANES.map(({ name, opening }) => [name, opening]));
}

/** A workbench inside a document: it has a link and leaves the address alone. */
export function embeddedSession(pane: string, change: Partial<PaneState>): Session {
  const states = opened();
  states[pane] = { ...states[pane], ...change };
  return sessionOf(reactive({ pane, states, linkFault: undefined }), () => {});
}

/** The workbench of a page: what the address says, else the draft, else the openings. `dispose` stops listening. */
export function pageSession(): { readonly session: Session; readonly dispose: () => void } {
  const held: Held = reactive({ pane: PANES[0].name, states: opened(), linkFault: undefined });
  recallDrafts(held);
  readAddress(held);
  const session = sessionOf(held, (kind) => {
    const address = addressOf(session);
    if (kind === "step") history.pushState(null, "", address);
    else history.replaceState(history.state, "", address);
    keepDrafts(held);
  });
  // The address says from the beginning what is seen, so that Back has a place to come back to.
  if (held.linkFault === undefined) history.replaceState(history.state, "", addressOf(session));
  const onPop = (): void => readAddress(held);
  addEventListener("popstate", onPop);
  addEventListener("hashchange", onPop);
  return {
    session,
    dispose: () => {
      removeEventListener("popstate", onPop);
      removeEventListener("hashchange", onPop);
    },
  };
}

function sessionOf(held: Held, changed: (kind: Kind) => void): Session {
  const set = (pane: string, state: PaneState, kind: Kind): void => {
    held.pane = pane;
    held.states[pane] = state;
    held.linkFault = undefined;
    changed(kind);
  };
  return {
    get pane() {
      return held.pane;
    },
    get state() {
      return held.states[held.pane];
    },
    get linkFault() {
      return held.linkFault;
    },
    files: shallowReactive(new Map()),
    fragment: computed(() => `#${encodeLink({ pane: held.pane, ...held.states[held.pane] })}`),
    update: (change, kind = "typing") => set(held.pane, { ...held.states[held.pane], ...change }, kind),
    choosePane: (name) => set(name, held.states[name], "step"),
    open: ({ pane, contract, data, options }) => set(pane, { contract, data, options }, "step"),
  };
}

function addressOf({ fragment }: Session): string {
  return `${location.pathname}${location.search}${fragment.value}`;
}

/** What the fragment says; a broken one leaves everything as it was and says why. */
function readAddress(held: Held): void {
  if (location.hash.length < 2) return;
  try {
    const { pane, ...state } = decodeLink(location.hash);
    if (paneNamed(pane) === undefined) throw new LinkError(`there is no pane "${pane}" in this version`);
    held.pane = pane;
    held.states[pane] = state;
    held.linkFault = undefined;
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    held.linkFault = error.message;
  }
}

function keepDrafts({ pane, states }: Held): void {
  try {
    localStorage.setItem(DRAFTS, JSON.stringify({ pane, states }));
  } catch {
    // No storage, or it is full: the link still has everything.
  }
}

function recallDrafts(held: Held): void {
  try {
    const draft = JSON.parse(localStorage.getItem(DRAFTS) ?? "{}") as Partial<Held>;
    if (draft.pane !== undefined && paneNamed(draft.pane) !== undefined) held.pane = draft.pane;
    for (const { name } of PANES) {
      const state = draft.states?.[name];
      if (typeof state?.contract === "string" && typeof state.data === "string") held.states[name] = state;
    }
  } catch {
    // A draft of another form is no draft.
  }
}

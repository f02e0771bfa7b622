// The shell: tabs, the contract's line, one pane, its link.
import { type Component, defineComponent, h, onBeforeUnmount, shallowRef, watch } from "vue";
import type { CopiedTexts } from "../compute/copied-texts.ts";
import type { Fault } from "../compute/tasks.ts";
import type { PaneState } from "../link/link.ts";
import { contractLine } from "./contract-line.tsx";
import { CopyButton } from "./copy-button.tsx";
import { PaneBoundary } from "./pane-boundary.tsx";
import { PANES, paneNamed } from "./panes.ts";
import { embeddedSession, pageSession, type Session } from "./session.ts";

/** What a pane tells its shell. */
interface PaneReport {
  readonly fault: Fault | undefined;
  readonly copies: CopiedTexts | undefined;
}

export interface PaneProps {
  readonly session: Session;
  readonly report: (report: PaneReport) => void;
}

interface WorkbenchProps {
  readonly pane?: string | undefined; // an embedded one; without it, the workbench of the page
  readonly contract?: string | undefined;
  readonly data?: string | undefined;
  readonly options?: Readonly<Record<string, string>> | undefined;
  readonly page: string; // address of the workbench's page
}

export const FullWorkbench = defineComponent(
  (props: WorkbenchProps) => {
    const { session, dispose } = props.pane === undefined ? pageSession() : embedded(props.pane, props);
    onBeforeUnmount(dispose);
    const told = shallowRef<PaneReport>({ fault: undefined, copies: undefined });
    const loaded = shallowRef<Component>();
    const id = `sb-${props.pane ?? "workbench"}`;
    watch(
      () => session.pane,
      async (name) => {
        loaded.value = undefined;
        told.value = { fault: undefined, copies: undefined };
        const component = await paneNamed(name)?.load();
        if (session.pane === name) loaded.value = component;
      },
      { immediate: true },
    );
    const report = (next: PaneReport): void => {
      told.value = next;
    };
    return () => {
      const facts = paneNamed(session.pane) ?? PANES[0];
      const link = `${props.page}${session.fragment.value}`;
      return (
        <div class={["sb-workbench", props.pane === undefined ? "sb-whole" : "sb-embedded"]}>
          {props.pane === undefined ? tabs(session) : undefined}
          {session.linkFault === undefined ? undefined : (
            <p class="sb-fault" role="alert">
              <strong>This link cannot be opened:</strong> {session.linkFault}. What you see is as it was
              before.
            </p>
          )}
          {contractLine(session, told.value.fault, `${id}-contract`)}
          <div
            class="sb-pane"
            id={`${id}-panel`}
            {...(props.pane === undefined
              ? { role: "tabpanel", "aria-labelledby": `sb-tab-${session.pane}` }
              : { role: "group", "aria-label": facts.title })}
          >
            <p class="sb-question">{facts.question}</p>
            <PaneBoundary link={link} key={session.pane}>
              {{ default: () => paneBody(loaded.value, session, report) }}
            </PaneBoundary>
          </div>
          {footer(link, told.value.copies, props.pane !== undefined)}
        </div>
      );
    };
  },
  { props: ["pane", "contract", "data", "options", "page"] },
);

function embedded(pane: string, { contract, data, options }: WorkbenchProps) {
  const given = { contract, data, options };
  const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { session: embeddedSession(pane, change as Partial<PaneState>), dispose: () => {} };
}

function paneBody(component: Component | undefined, session: Session, report: (report: PaneReport) => void) {
  if (component === undefined) return <p class="sb-kept">Loading …</p>;
  return h(component, { session, report });
}

/** Arrow keys move among tabs, as in every tab list. */
function tabs(session: Session) {
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = PANES.findIndex(({ name }) => name === session.pane);
    const { name } = PANES[(index + step + PANES.length) % PANES.length];
    session.choosePane(name);
    document.getElementById(`sb-tab-${name}`)?.focus();
  };
  return (
    <div class="sb-tabs" role="tablist" aria-label="Panes" onKeydown={move}>
      {PANES.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`sb-tab-${name}`}
          aria-selected={session.pane === name}
          aria-controls="sb-workbench-panel"
          tabindex={session.pane === name ? 0 : -1}
          onClick={() => session.choosePane(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

function footer(link: string, copies: CopiedTexts | undefined, isEmbedded: boolean) {
  const whole = new URL(link, location.href).href;
  return (
    <div class="sb-footer">
      <CopyButton label="Copy link" text={whole} />
      {copies === undefined ? undefined : (
        <>
          <CopyButton label="Copy as TypeScript" text={copies.typescript} />
          <CopyButton label="Copy as command" text={copies.command} />
        </>
      )}
      {isEmbedded ? <a href={link}>Open in the workbench</a> : undefined}
      {copies === undefined ? undefined : (
        <details>
          <summary>The same as a program</summary>
          <pre data-copy="typescript">{copies.typescript}</pre>
          <pre data-copy="command">{copies.command}</pre>
        </details>
      )}
    </div>
  );
}

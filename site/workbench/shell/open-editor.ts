// CodeMirror, with what our texts need of it. A module of its own, so that a page loads it only where an editor is.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
  type Tooltip,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { TypedPlace } from "../compute/kernels-task.ts";
import type { Fault } from "../compute/tasks.ts";
import { placeIn } from "./place-in.ts";

export type Language = "operator" | "program" | "network";

/** What an editor shows at a time. */
interface Shown {
  readonly text: string;
  readonly fault: Fault | undefined;
  readonly places: readonly TypedPlace[];
  readonly lit: readonly number[];
}

interface EditorOptions {
  readonly id: string;
  readonly label: string;
  readonly language: Language;
  readonly placeholder: string | undefined;
  readonly shown: Shown;
  readonly change: (text: string) => void;
  readonly point: (offset: number) => void;
}

export interface Editor {
  readonly show: (shown: Shown) => void;
  readonly focus: (at: number) => void;
  readonly close: () => void;
}

export function openEditor(parent: HTMLElement, options: EditorOptions): Editor {
  let { shown } = options;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: shown.text,
      extensions: [
        highlightSpecialChars(),
        history(),
        lineNumbers(),
        bracketMatching(),
        EditorView.lineWrapping,
        // Tab leaves the editor, as it leaves every field: who has no mouse is not caught in it.
        keymap.of([...defaultKeymap, ...historyKeymap]),
        StreamLanguage.define(PARSERS[options.language]),
        syntaxHighlighting(classHighlighter),
        litPlaces,
        hoverTooltip((_, at) => typeTooltip(shown.places, at), { hoverTime: 150 }),
        placeholderText(options.placeholder ?? ""),
        EditorView.contentAttributes.of({
          id: options.id,
          "aria-label": options.label,
          autocapitalize: "off",
          autocorrect: "off",
          tabindex: "0", // what scrolls has something in it that keys reach
        }),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          const text = state.doc.toString();
          if (docChanged && text !== shown.text) options.change(text);
          if (docChanged || selectionSet) options.point(state.selection.main.head);
        }),
      ],
    }),
  });
  const show = (next: Shown): void => {
    shown = next;
    const old = view.state.doc.toString();
    const changes = old === next.text ? [] : [{ from: 0, to: old.length, insert: next.text }];
    view.dispatch({ changes });
    view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, next.fault)), {
      effects: light.of(litDecorations(next)),
    });
    view.contentDOM.setAttribute("aria-invalid", String(next.fault !== undefined));
  };
  show(shown);
  return {
    show,
    focus: (at) => {
      view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) } });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

/** An error of this text, from its place to the end of the word there. */
function diagnosticsOf({ doc }: EditorState, fault: Fault | undefined): readonly Diagnostic[] {
  if (fault?.place === undefined || fault.place.line > doc.lines) return [];
  const line = doc.line(fault.place.line);
  const from = Math.min(line.from + fault.place.column - 1, line.to);
  const [word] = /^(\w+|.)?/.exec(doc.sliceString(from, line.to)) ?? [""];
  const to = from + word.length;
  // At the end of the text there is nothing to mark but what stands before it.
  return [
    {
      from: to === from ? Math.max(line.from, from - 1) : from,
      to,
      severity: "error",
      message: fault.message,
    },
  ];
}

const light = StateEffect.define<DecorationSet>();

const litPlaces = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (known, transaction) =>
    transaction.effects.find((effect) => effect.is(light))?.value ?? known.map(transaction.changes),
  provide: (field) => EditorView.decorations.from(field),
});

function litDecorations({ text, places, lit }: Shown): DecorationSet {
  const found = places.filter(
    ({ steps, start, end }) => start < end && end <= text.length && steps.some((step) => lit.includes(step)),
  );
  return Decoration.set(
    found.map(({ start, end }) => LIT.range(start, end)),
    true,
  );
}

const LIT = Decoration.mark({ class: "sb-lit-place" });

function typeTooltip(places: readonly TypedPlace[], at: number): Tooltip | null {
  const place = placeIn(places, at);
  if (place === undefined) return null;
  return {
    pos: place.start,
    end: place.end,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "sb-type";
      dom.textContent = place.type;
      return { dom };
    },
  };
}

interface Words {
  readonly keywords: RegExp;
  readonly types: RegExp;
}

const OPERATOR_WORDS: Words = {
  keywords: /^(operator|let|in|if|then|else|identity|start|where|true|false|inf|nan)$/,
  types: /^(f64|f32|i64|u64|i32|u32|bool)$/,
};

const PROGRAM_WORDS: Words = {
  keywords: /^(def|entry|let|in|if|then|else|loop|for|do|while|with|match|case|type|true|false)$/,
  types: /^(f64|f32|i64|u64|i32|u32|bool)$/,
};

const PARSERS: Readonly<Record<Language, StreamParser<null>>> = {
  operator: parserOf(OPERATOR_WORDS),
  program: parserOf(PROGRAM_WORDS),
  network: parserOf({ keywords: /^(network|step)$/, types: /^$/ }),
};

/** Comments, numbers and words: what all our languages share. */
function parserOf({ keywords, types }: Words): StreamParser<null> {
  return {
    token(stream) {
      if (stream.match(/^(#|--|\/\/).*/)) return "comment";
      if (stream.match(/^(0x[\da-f]+|\d[\d_]*(\.\d+)?(e[+-]?\d+)?)([fiu]\d+)?/i)) return "number";
      const word = stream.match(/^[A-Za-z_][\w-]*/) as RegExpMatchArray | null;
      if (word !== null) {
        if (keywords.test(word[0])) return "keyword";
        return types.test(word[0]) ? "typeName" : "variableName";
      }
      stream.next();
      return null;
    },
  };
}

// An editor of a text with a grammar: CodeMirror as soon as it is there, a plain field until then and where it does not come.
import { defineComponent, onBeforeUnmount, onMounted, ref, shallowRef, watch } from "vue";
import type { TypedPlace } from "../compute/kernels-task.ts";
import type { Fault } from "../compute/tasks.ts";
import type { Editor, Language } from "./open-editor.ts";

interface EditorProps {
  readonly id: string;
  readonly label: string;
  readonly language: Language;
  readonly text: string;
  readonly fault?: Fault | undefined; // marked where it has a place in this text
  readonly places?: readonly TypedPlace[]; // whose types are shown under the pointer
  readonly lit?: readonly number[]; // steps whose places are lit
  readonly change: (text: string) => void;
  readonly point?: (offset: number) => void; // of the cursor or the pointer
  readonly placeholder?: string;
}

export const CodeEditor = defineComponent(
  (props: EditorProps) => {
    const host = ref<HTMLElement>();
    const plain = ref<HTMLTextAreaElement>();
    const editor = shallowRef<Editor>();
    let isGone = false;
    const shown = () => {
      const { text, fault, places = [], lit = [] } = props;
      return { text, fault, places, lit };
    };
    onMounted(async () => {
      const { openEditor } = await import("./open-editor.ts");
      if (isGone || host.value === undefined) return;
      const hadFocus = document.activeElement === plain.value;
      const at = plain.value?.selectionStart ?? 0;
      const { id, label, language, placeholder } = props;
      editor.value = openEditor(host.value, {
        id,
        label,
        language,
        placeholder,
        shown: shown(),
        change: (text) => props.change(text),
        point: (offset) => props.point?.(offset),
      });
      if (hadFocus) editor.value.focus(at);
    });
    watch(shown, (next) => editor.value?.show(next), { deep: true });
    onBeforeUnmount(() => {
      isGone = true;
      editor.value?.close();
    });
    return () => {
      const isPlain = editor.value === undefined;
      return (
        <>
          <label for={props.id} class="sb-block">
            {props.label}
          </label>
          {isPlain ? (
            <textarea
              ref={plain}
              id={props.id}
              class="sb-code"
              rows={Math.min(14, 1 + props.text.split("\n").length)}
              wrap="off"
              spellcheck={false}
              placeholder={props.placeholder}
              value={props.text}
              aria-invalid={props.fault !== undefined}
              onInput={(event) => props.change((event.target as HTMLTextAreaElement).value)}
            />
          ) : undefined}
          <div ref={host} class="sb-editor" data-editor={isPlain ? "plain" : "whole"} />
        </>
      );
    };
  },
  {
    props: ["id", "label", "language", "text", "fault", "places", "lit", "change", "point", "placeholder"],
  },
);

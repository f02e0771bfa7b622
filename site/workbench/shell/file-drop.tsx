// A place to drop a file of numbers, around the field for typed ones; a button for those who do not drag.
import { defineComponent, onBeforeUnmount, reactive } from "vue";
import { Asker, FaultError } from "../compute/ask.ts";
import { faultFrom } from "../compute/fault.ts";
import type { Fault } from "../compute/tasks.ts";
import { fileText } from "../link/file-text.ts";
import { wordField } from "./controls.tsx";
import { faultText } from "./fault-text.tsx";
import type { Session } from "./session.ts";

/** Numbers that go into a link as they are. */
const MOST_TYPED = 1_000;

interface Held {
  file: File | undefined;
  column: string;
  fault: Fault | undefined;
  isOver: boolean;
  isReading: boolean;
}

export const FileDrop = defineComponent(
  (props: { session: Session; id: string }, { slots }) => {
    const asker = new Asker();
    const held: Held = reactive({
      file: undefined,
      column: "",
      fault: undefined,
      isOver: false,
      isReading: false,
    });
    onBeforeUnmount(() => asker.close());
    const open = (file: File | undefined): void => {
      if (file === undefined) return;
      Object.assign(held, { file, column: "", fault: undefined });
      read(file);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      held.isOver = false;
      open(event.dataTransfer?.files[0]);
    };
    return () => (
      <fieldset
        aria-label="Numbers, typed or of a file"
        class={["sb-drop", held.isOver ? "sb-over" : ""]}
        onDragover={(event: DragEvent) => {
          event.preventDefault();
          held.isOver = true;
        }}
        onDragleave={() => {
          held.isOver = false;
        }}
        onDrop={drop}
      >
        {slots.default?.()}
        <p class="sb-soft">
          <label for={props.id}>or drop a file here, .npy, CSV, Parquet or Arrow:</label>{" "}
          <input
            id={props.id}
            type="file"
            accept=".npy,.csv,.tsv,.parquet,.pq,.arrow,.arrows,.feather"
            onChange={(event) => open((event.target as HTMLInputElement).files?.[0])}
          />
          {held.isReading ? <span role="status"> reading …</span> : undefined}
        </p>
        {held.fault === undefined ? undefined : (
          <>
            {faultText(held.fault)}
            {held.fault.argument === "column" && held.file !== undefined ? columnField(held.file) : undefined}
          </>
        )}
      </fieldset>
    );

    function columnField(file: File) {
      return (
        <p class="sb-controls">
          {wordField(`${props.id}-column`, "Column", held.column, (column) => {
            held.column = column;
          })}
          <button type="button" onClick={() => read(file)}>
            Read this column
          </button>
        </p>
      );
    }

    async function read(file: File): Promise<void> {
      const { session } = props;
      held.isReading = true;
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const question = { name: file.name, bytes, column: held.column };
        const { array, type, hash } = await asker.ask("file", question);
        session.files.set(hash, array);
        const data =
          array.length <= MOST_TYPED
            ? Array.from(array as ArrayLike<number | bigint>, printed).join(" ")
            : fileText(file.name, array.length, hash);
        const contract = session.state.contract.replace(/^(\S+) \S+/, `$1 ${type}`);
        session.update({ contract, data }, "step");
        held.fault = undefined;
      } catch (error) {
        held.fault = error instanceof FaultError ? error.fault : faultFrom(error);
      } finally {
        held.isReading = false;
      }
    }
  },
  { props: ["session", "id"] },
);

function printed(value: number | bigint): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

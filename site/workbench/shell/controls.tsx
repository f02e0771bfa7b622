// The small controls of panes, each with its label: a choice among words, a field for a word, a number that is stepped.
import type { Ref, VNode } from "vue";

export function choice(
  id: string,
  label: string,
  value: string,
  words: readonly string[],
  change: (word: string) => void,
): VNode {
  const shown = words.includes(value) ? words : [...words, value];
  return (
    <label for={id}>
      {label}{" "}
      <select id={id} value={value} onChange={(event) => change((event.target as HTMLSelectElement).value)}>
        {shown.map((word) => (
          <option value={word}>{word}</option>
        ))}
      </select>
    </label>
  ) as VNode;
}

/** Starts work that takes seconds: it is not begun before the reader says so. */
export function askButton(label: string, isAsked: Ref<boolean>, className?: string): VNode {
  return (
    <button
      type="button"
      class={className}
      onClick={() => {
        isAsked.value = true;
      }}
    >
      {label}
    </button>
  ) as VNode;
}

export function wordField(id: string, label: string, value: string, change: (word: string) => void): VNode {
  return (
    <label for={id} class="sb-field">
      {label}{" "}
      <input
        id={id}
        type="text"
        class="sb-word"
        spellcheck={false}
        autocomplete="off"
        value={value}
        onInput={(event) => change((event.target as HTMLInputElement).value)}
      />
    </label>
  ) as VNode;
}

interface Stepper {
  readonly id: string;
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly value: number;
  readonly change: (value: number) => void;
}

export function stepper({ id, label, least, most, value, change }: Stepper): VNode {
  return (
    <span class="sb-stepper">
      <label for={id}>{label}</label>
      <button
        type="button"
        aria-label="One step back"
        disabled={value <= least}
        onClick={() => change(value - 1)}
      >
        −
      </button>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        value={value}
        onInput={(event) => change(Number((event.target as HTMLInputElement).value))}
      />
      <button
        type="button"
        aria-label="One step on"
        disabled={value >= most}
        onClick={() => change(value + 1)}
      >
        +
      </button>
    </span>
  ) as VNode;
}

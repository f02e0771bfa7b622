import type { VNode } from "vue";
import type { SumAnswer, SumRow } from "../../compute/sum-task.ts";
import { faultText } from "../../shell/fault-text.tsx";

/** Orders that the pane compares: the contract's own, and three more. */
export const MOST_ORDERS = 4;

interface TableProps {
  readonly answer: SumAnswer | undefined;
  readonly names: readonly string[]; // as typed, the contract's own first
  readonly rename: (index: number, name: string) => void;
  readonly remove: (index: number) => void;
  readonly add: () => void;
  readonly id: string;
}

const KNOWN = [
  "left-fold",
  "iterated-pairwise",
  "bisection",
  "interleaved:2",
  "interleaved:4",
  "block-dyadic:2",
  "block-dyadic:32",
  "linear-carry:4",
  "network:kogge-stone:8",
  "network:brent-kung:8",
  "binned:3",
  "exact",
];

/** One line for each order: its sum, bits and error. */
export function sumTable({ answer, names, rename, remove, add, id }: TableProps): VNode {
  return (
    <section class="sb-scroll" tabindex={0} aria-label="Sums">
      <datalist id={`${id}-orders`}>
        {KNOWN.map((name) => (
          <option value={name} />
        ))}
      </datalist>
      <table class="sb-table">
        <caption>
          The same numbers, added in different orders
          {answer?.trueSum === undefined ? "" : `. The true sum is ${answer.trueSum}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">order</th>
            <th scope="col">sum</th>
            <th scope="col">bits</th>
            <th scope="col">error, ulp</th>
            <th scope="col">at most, ulp</th>
            <th scope="col">depth</th>
            <th scope="col">
              <span class="sb-hidden">remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name, index) => (
            <tr key={index}>
              <th scope="row">
                <input
                  type="text"
                  list={`${id}-orders`}
                  spellcheck={false}
                  aria-label={`Order ${index + 1}`}
                  value={name}
                  onInput={(event) => rename(index, (event.target as HTMLInputElement).value)}
                />
              </th>
              {cells(answer?.rows[index])}
              <td>
                {index === 0 ? undefined : (
                  <button type="button" aria-label={`Remove ${name}`} onClick={() => remove(index)}>
                    ×
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {names.length < MOST_ORDERS ? (
        <button type="button" onClick={add}>
          Add an order
        </button>
      ) : undefined}
    </section>
  ) as VNode;
}

function cells(row: SumRow | undefined) {
  if (row === undefined) return <td colspan={5} />;
  if (row.kind === "faulty") return <td colspan={5}>{faultText(row.fault)}</td>;
  return (
    <>
      <td class="sb-value" data-label="sum">
        {row.value}
      </td>
      <td class="sb-bits" data-label="bits">
        {row.bits}
      </td>
      <td class={row.ulps === "0" ? "sb-right" : "sb-wrong"} data-label="error, ulp">
        {row.ulps ?? "–"}
      </td>
      <td data-label="at most, ulp">{row.bound ?? "–"}</td>
      <td data-label="depth">{row.depth ?? "–"}</td>
    </>
  );
}

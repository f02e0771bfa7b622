import type { VNode } from "vue";
import type { Fault } from "../compute/tasks.ts";
import { faultText } from "./fault-text.tsx";
import type { Session } from "./session.ts";

/** What an error calls the parts of a contract's line. */
const PARTS: ReadonlySet<string> = new Set([
  "contract",
  "operator",
  "type",
  "accumulate",
  "expression",
  "initial",
  "initialPlacement",
  "version",
]);

export function isOfContract(fault: Fault | undefined): boolean {
  return PARTS.has(fault?.argument ?? "");
}

/** The line that fixes the bits, always in sight, to be edited; an error of it stands right below. */
export function contractLine(session: Session, fault: Fault | undefined, id: string): VNode {
  const { contract } = session.state;
  const isFaulty = isOfContract(fault);
  return (
    <div class="sb-contract">
      <label for={id}>Contract</label>
      <input
        id={id}
        type="text"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        value={contract}
        aria-invalid={isFaulty}
        aria-describedby={`${id}-help`}
        onInput={(event) => session.update({ contract: (event.target as HTMLInputElement).value })}
        onChange={(event) => session.update({ contract: (event.target as HTMLInputElement).value }, "step")}
      />
      <p id={`${id}-help`}>
        operator, element type, order of the combines, initial value, version: the same line and the same
        numbers give the same bits, everywhere
      </p>
      {isFaulty ? faultText(fault, contract) : undefined}
    </div>
  ) as VNode;
}

import type { ColumnsOf, RecordContract, RecordOperator, RecordType, ValueOf } from "../index.ts";
import type { OpenExecutor } from "./executors/offered-executor.ts";
import { type ContractArguments, onlineRecords } from "./options/contract.ts";
import { checkSnapshotPlace, openResumed, readSnapshot, type StateArguments } from "./options/state.ts";

type Arguments = ContractArguments & StateArguments & { readonly exclusive?: boolean };
type Columns = ColumnsOf<RecordType>;

/** A scan of records from a state or to one, as a plan. Its one call takes all of FILE. */
export async function openRecordScan(executor: OpenExecutor, operator: RecordOperator, options: Arguments) {
  await checkSnapshotPlace(options);
  const from = await readSnapshot(options);
  const { streams, options: asked } = onlineRecords(executor, options, operator);
  const observation = options.exclusive ? "exclusive-scan" : "inclusive-scan";
  const scan = openResumed(() => streams.onlineScan({ ...asked, observation, from }));
  const contract = scan.contract as RecordContract;
  const push = (input: Columns): Columns => scan.push(input);
  return {
    contract,
    exclusiveContract: contract,
    achievedOf: () => scan.achieved,
    inclusiveScan: push,
    exclusiveScan: push,
    position: () => scan.position,
    snapshot: () => scan.snapshot(),
  };
}

/** A reduce of records likewise. */
export async function openRecordReduce(executor: OpenExecutor, operator: RecordOperator, options: Arguments) {
  await checkSnapshotPlace(options);
  const from = await readSnapshot(options);
  const { streams, options: asked } = onlineRecords(executor, options, operator);
  const running = openResumed(() => streams.onlineReduce({ ...asked, from }));
  return {
    contract: running.contract as RecordContract,
    achievedOf: () => running.achieved,
    reduce(input: Columns): ValueOf<RecordType> {
      running.push(input);
      return running.observe();
    },
    position: () => running.position,
    snapshot: () => running.snapshot(),
  };
}

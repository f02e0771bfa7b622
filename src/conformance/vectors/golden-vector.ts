import { checkElementContract } from "../../contracts/check-contract.ts";
import {
  type ElementContract,
  OBSERVATIONS,
  type Observation,
  type TypedContract,
} from "../../contracts/contract.ts";
import { checkExpression } from "../../expressions/check-expression.ts";
import { checkInteger, checkList, checkObject, checkSeed, checkText } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { DATA_SETS, type DataSet } from "../data/generate-data.ts";

/** One line of expressions.jsonl, order-free.jsonl or published.jsonl, read: a request, its input, and what must come back. */
export interface GoldenVector {
  readonly contract: ElementContract;
  readonly observation: Observation;
  readonly input: GoldenInput;
  readonly expected: GoldenExpectation;
  readonly name: string; // "line 7", or the source that published the value
}

/** Which data a golden vector is about. */
export interface GoldenInput {
  readonly data: DataSet | OtherData;
  readonly length: number; // elements
  readonly seed: bigint; // 0 for published data, whose seed is part of its definition
  readonly hash: string | undefined; // FNV-1a 64 of the input
}

/** Inputs that are not one of the hostile data sets: the papers' data, the whole range of a float type, `wide` there and back. */
export type OtherData = "published" | "whole-range" | "mirrored";

/** Bits as hexadecimal digits; what a line does not say is undefined. */
export interface GoldenExpectation {
  readonly reduce: string | undefined;
  readonly scanHash: string | undefined; // of the whole scan
  readonly last: string | undefined; // of a scan
  readonly probes: readonly GoldenProbe[]; // of a scan
}

/** One element of a scan's result, and its bits as hexadecimal digits. */
export interface GoldenProbe {
  readonly index: number;
  readonly bits: string;
}

/** One line of paper-witness.jsonl, read: one expression of P4229R0's Appendix F on one data set. */
export interface PaperVector {
  readonly data: DataSet;
  readonly length: number;
  readonly seed: bigint;
  readonly inputHash: string;
  readonly expression: TypedContract["expression"];
  readonly back: string; // bits of the scan's last element
  readonly reduce: string;
  readonly scanHash: string;
  readonly probes: readonly GoldenProbe[];
}

/*
 * Vectors as `parseVectors` and `parsePaperVectors` give them, which may come from elsewhere: made anew, each field checked.
 */

const OTHER_DATA: readonly OtherData[] = ["published", "whole-range", "mirrored"];

/** @throws InvalidArgumentError naming the field */
export function checkGoldenVectors(argument: string, given: unknown): readonly GoldenVector[] {
  return checkList(argument, given, "vectors, as parseVectors gives").map((vector, i) => {
    const place = `${argument}[${i}]`;
    const { contract, observation, input, expected, name } = checkObject(place, vector);
    const { data, length, seed, hash } = checkObject(`${place}.input`, input);
    const { reduce, scanHash, last, probes } = checkObject(`${place}.expected`, expected);
    return {
      contract: checkElementContract(contract as GoldenVector["contract"]),
      observation: checkName(`${place}.observation`, OBSERVATIONS, observation),
      input: {
        data: checkName(`${place}.input.data`, [...DATA_SETS, ...OTHER_DATA], data),
        length: checkInteger(`${place}.input.length`, length),
        seed: checkSeed(seed),
        hash: optionalText(`${place}.input.hash`, hash),
      },
      expected: {
        reduce: optionalText(`${place}.expected.reduce`, reduce),
        scanHash: optionalText(`${place}.expected.scanHash`, scanHash),
        last: optionalText(`${place}.expected.last`, last),
        probes: checkProbes(`${place}.expected.probes`, probes),
      },
      name: checkText(`${place}.name`, name),
    };
  });
}

/** @throws InvalidArgumentError naming the field */
export function checkPaperVectors(argument: string, given: unknown): readonly PaperVector[] {
  return checkList(argument, given, "vectors, as parsePaperVectors gives").map((vector, i) => {
    const place = `${argument}[${i}]`;
    const fields = checkObject(place, vector);
    return {
      data: checkName(`${place}.data`, DATA_SETS, fields.data),
      length: checkInteger(`${place}.length`, fields.length),
      seed: checkSeed(fields.seed),
      inputHash: checkText(`${place}.inputHash`, fields.inputHash),
      expression: checkExpression(fields.expression),
      back: checkText(`${place}.back`, fields.back),
      reduce: checkText(`${place}.reduce`, fields.reduce),
      scanHash: checkText(`${place}.scanHash`, fields.scanHash),
      probes: checkProbes(`${place}.probes`, fields.probes),
    };
  });
}

function checkProbes(place: string, given: unknown): readonly GoldenProbe[] {
  return checkList(place, given, "probes").map((probe, i) => {
    const { index, bits } = checkObject(`${place}[${i}]`, probe);
    return {
      index: checkInteger(`${place}[${i}].index`, index),
      bits: checkText(`${place}[${i}].bits`, bits),
    };
  });
}

function optionalText(place: string, given: unknown): string | undefined {
  return given === undefined ? undefined : checkText(place, given);
}

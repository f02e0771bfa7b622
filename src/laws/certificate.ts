// Why: a proof is worth as much as what can be checked without us. This is a verdict as text; check-certificate.ts believes nothing in it.
import { describe } from "../values/describe.ts";
import { FormatError } from "../values/errors.ts";
import { printType } from "../values/value-types.ts";
import { type Equality, identityBits, type Law, type TermText, termText } from "./question.ts";

import { type Counterexample, checkOwnVerdict, type Verdict, type VerdictKind } from "./verdict.ts";

const FORMAT = "samebits law certificate";
const VERSION = 1;

/** Parts of parts of combinators are a few deep. */
const DEEPEST = 256;

/** A verdict as plain data: everything that is needed to check it, and nothing of this program. */
export interface Certificate {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly operator: { readonly name: string; readonly hash: string; readonly type: string } & TermText;
  readonly law: Law;
  readonly equality: Equality;
  readonly identity?: readonly string[]; // bits by column, hexadecimal
  readonly carrier?: TermText;
  readonly other?: TermText; // the + of the distributive laws
  readonly verdict: VerdictKind;
  readonly count?: number; // of operands that were tried
  readonly method?: string;
  readonly solver?: string; // name and version
  readonly script?: string; // SMT-LIB2: any solver can be asked again; unsat means that the law holds
  readonly rule?: string;
  readonly parts?: readonly Certificate[];
  readonly counterexample?: {
    readonly operands: readonly (readonly string[])[];
    readonly foundBy: Counterexample["foundBy"];
  };
  readonly closure?: Certificate;
  readonly notes: readonly string[];
}

/** A verdict as text that can be kept, sent and checked: JSON, the same for the same verdict. */
export function encodeCertificate(verdict: Verdict): string {
  checkOwnVerdict("verdict", verdict);
  return certificateText(verdict);
}

/** The same of a verdict on its way into a cache. */
export function certificateText(verdict: Verdict): string {
  return `${JSON.stringify(certificateOf(verdict), undefined, 2)}\n`;
}

/**
 * The certificate that a text is. Says nothing of its truth: `checkCertificate` does.
 *
 * @throws FormatError for text that is not a certificate, and for one of another version
 */
export function decodeCertificate(text: string): Certificate {
  if (typeof text !== "string") throw malformed("text", text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FormatError("certificate", "JSON", "text that is not");
  }
  checkShape(value);
  return value;
}

/** The part of a certificate that says what was asked. */
export function encodeQuestion({
  question,
  operator,
  hash,
}: Pick<Verdict, "question" | "operator" | "hash">): Pick<
  Certificate,
  "format" | "version" | "operator" | "law" | "equality" | "identity" | "carrier" | "other"
> {
  const { body, carrier, equality, law, other, type } = question;
  const identity = identityBits(question);
  return {
    format: FORMAT,
    version: VERSION,
    operator: { name: operator, hash, type: printType(type), ...termText(body.terms) },
    law,
    equality,
    ...(identity === undefined ? {} : { identity }),
    ...(carrier === undefined ? {} : { carrier: termText([carrier]) }),
    ...(other === undefined ? {} : { other: termText(other.terms) }),
  };
}

function certificateOf(verdict: Verdict): Certificate {
  const { closure, kind, notes } = verdict;
  return {
    ...encodeQuestion(verdict),
    verdict: kind,
    ...evidenceOf(verdict),
    ...(closure === undefined ? {} : { closure: certificateOf(closure) }),
    notes,
  };
}

function evidenceOf(verdict: Verdict): Partial<Certificate> {
  switch (verdict.kind) {
    case "proved":
      return { ...verdict.proof };
    case "holdsWithoutOverflow": {
      const { counterexample, proof } = verdict;
      return {
        ...proof,
        ...(counterexample === undefined ? {} : { counterexample: bitsOfOperands(counterexample) }),
      };
    }
    case "provedByCombinator":
      return { rule: verdict.rule, parts: verdict.parts.map(certificateOf) };
    case "tested":
      return { count: verdict.count };
    case "refuted":
      return { counterexample: bitsOfOperands(verdict.counterexample) };
    default:
      return verdict satisfies never;
  }
}

function bitsOfOperands({ foundBy, operands }: Counterexample): NonNullable<Certificate["counterexample"]> {
  return { operands: operands.map(({ columns }) => columns), foundBy };
}

const TEXTS: readonly (keyof Certificate)[] = ["law", "equality", "verdict"];
const OPTIONAL_TEXTS: readonly (keyof Certificate)[] = ["method", "solver", "script", "rule"];

/** The shape of what is read, so that checking it meets no surprise; unknown words among the texts are the checker's to refuse. */
function checkShape(value: unknown, level = 0): asserts value is Certificate {
  if (level > DEEPEST) throw malformed(`parts at most ${DEEPEST} deep`, "deeper ones");
  const certificate = objectOf(value, "a certificate");
  if (certificate.format !== FORMAT) throw malformed(`format "${FORMAT}"`, certificate.format);
  if (certificate.version !== VERSION) throw malformed(`version ${VERSION}`, certificate.version);
  const operator = objectOf(certificate.operator, "operator");
  for (const field of ["name", "hash", "type"]) checkText(operator[field], `operator.${field}`);
  checkTermText(certificate.operator, "operator");
  for (const field of TEXTS) checkText(certificate[field], field);
  for (const field of OPTIONAL_TEXTS)
    if (certificate[field] !== undefined) checkText(certificate[field], field);
  for (const field of ["carrier", "other"]) {
    if (certificate[field] !== undefined) checkTermText(certificate[field], field);
  }
  if (certificate.identity !== undefined) checkTexts(certificate.identity, "identity");
  if (certificate.count !== undefined && !Number.isSafeInteger(certificate.count)) {
    throw malformed("count, an integer", certificate.count);
  }
  checkTexts(certificate.notes, "notes");
  if (certificate.counterexample !== undefined) checkCounterexample(certificate.counterexample);
  for (const part of listOf(certificate.parts ?? [], "parts")) checkShape(part, level + 1);
  if (certificate.closure !== undefined) checkShape(certificate.closure, level + 1);
}

function checkCounterexample(value: unknown): void {
  const { foundBy, operands } = objectOf(value, "counterexample");
  if (foundBy !== "samples" && foundBy !== "solver") throw malformed("counterexample.foundBy", foundBy);
  for (const columns of listOf(operands, "counterexample.operands"))
    checkTexts(columns, "counterexample.operands");
}

function checkTermText(value: unknown, name: string): void {
  const { nodes, roots } = objectOf(value, name);
  checkTexts(nodes, `${name}.nodes`);
  for (const root of listOf(roots, `${name}.roots`)) {
    if (!Number.isSafeInteger(root)) throw malformed(`${name}.roots, integers`, root);
  }
}

function checkTexts(value: unknown, name: string): void {
  for (const each of listOf(value, name)) checkText(each, name);
}

function checkText(value: unknown, name: string): void {
  if (typeof value !== "string") throw malformed(`${name}, a text`, value);
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed(`${name}, a list`, value);
  return value;
}

function objectOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw malformed(`${name}, an object`, value);
  return value as Readonly<Record<string, unknown>>;
}

function malformed(expected: string, actual: unknown): FormatError {
  return new FormatError(
    "certificate",
    `a law certificate with ${expected}`,
    actual === undefined ? "none" : describe(actual),
  );
}

import { checkText } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { FormatError } from "../../values/errors.ts";
import { decodeCondition, decodeProgram, decodeTerm } from "../programs/decode-program.ts";
import type { ProgramCertificate, SpanCases } from "./certificate.ts";

/**
 * The certificate of a text; what it claims is for `checkProgramCertificate`.
 *
 * @throws FormatError for what is not a certificate, naming the place
 */
export function decodeProgramCertificate(text: string, source = "certificate"): ProgramCertificate {
  checkText("text", text);
  checkText("source", source);
  return certificateFrom(parse(text, source), source);
}

/** The same of the data themselves. */
export function certificateFrom(value: unknown, source = "certificate"): ProgramCertificate {
  if (typeof value !== "object" || value === null)
    throw new FormatError(source, "an object", describe(value));
  const { kind, version, program, direction, serves, leastLevels, spans, solver } = value as Readonly<
    Record<string, unknown>
  >;
  if (kind !== "scan program" || version !== 1) {
    throw new FormatError(
      source,
      "a certificate of a scan program, version 1",
      `${describe(kind)}, ${describe(version)}`,
    );
  }
  const isDirection = direction === "forward" || direction === "backward";
  const isServed = serves === "associative" || serves === "idempotent";
  const isCount = Number.isInteger(leastLevels) && Number(leastLevels) >= 1 && Number(leastLevels) <= 16;
  if (!isDirection || !isServed || !isCount || typeof solver !== "string" || !Array.isArray(spans)) {
    throw new FormatError(
      source,
      "a certificate with direction, serves, leastLevels, spans and solver",
      "another object",
    );
  }
  return {
    kind,
    version,
    program: decodeProgram(program, `${source}.program`),
    direction,
    serves,
    leastLevels: Number(leastLevels),
    spans: Array.from(spans as readonly unknown[], (stage, index) =>
      decodeSpans(stage, `${source}.spans[${index}]`),
    ),
    solver,
  };
}

function parse(text: string, source: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return { ...(value as object) };
  } catch {
    throw new FormatError(source, "JSON", "another text");
  }
}

function decodeSpans(value: unknown, place: string): SpanCases {
  const { cases, otherwise } = (value ?? {}) as { readonly cases?: unknown; readonly otherwise?: unknown };
  if (!Array.isArray(cases)) throw new FormatError(`${place}.cases`, "an array", describe(cases));
  return {
    cases: Array.from(
      cases as readonly ({ readonly when?: unknown; readonly start?: unknown } | null)[],
      (each, index) => ({
        when: decodeCondition(each?.when, `${place}.cases[${index}].when`),
        start: decodeTerm(each?.start, `${place}.cases[${index}].start`),
      }),
    ),
    otherwise: decodeTerm(otherwise, `${place}.otherwise`),
  };
}

/** A certificate as text: JSON, with a line for each key and for each stage's spans. */
export function encodeProgramCertificate(certificate: ProgramCertificate): string {
  const { spans, ...rest } = certificateFrom(certificate);
  const lines = Object.entries(rest).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const stages = spans.map((stage) => `    ${JSON.stringify(stage)}`).join(",\n");
  return `{\n${[...lines, `  "spans": [\n${stages}\n  ]`].join(",\n")}\n}\n`;
}

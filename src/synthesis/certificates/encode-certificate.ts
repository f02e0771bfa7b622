import type { ProgramCertificate } from "./certificate.ts";
import { certificateFrom } from "./decode-certificate.ts";

/** A certificate as text: JSON, with a line for each key and for each stage's spans. */
export function encodeProgramCertificate(certificate: ProgramCertificate): string {
  const { spans, ...rest } = certificateFrom(certificate);
  const lines = Object.entries(rest).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const stages = spans.map((stage) => `    ${JSON.stringify(stage)}`).join(",\n");
  return `{\n${[...lines, `  "spans": [\n${stages}\n  ]`].join(",\n")}\n}\n`;
}

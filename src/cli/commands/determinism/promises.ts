import type { Series } from "./runs.ts";

/**
 * The promises that were seen broken, in words: each series is held to what its executor said that it would meet, which may be more
 * than was asked. Run to run: one value in all runs on a device. Everywhere: one value in all runs on all devices. Exact: `exactBits`.
 */
export function brokenPromises(series: readonly Series[], exactBits: string): readonly string[] {
  const moved = series
    .filter(({ achieved, bits }) => achieved.determinism !== "notGuaranteed" && new Set(bits).size > 1)
    .map(
      ({ level, device, bits }) =>
        `${level.label} moved between runs on ${device.label}: ${[...new Set(bits)].join(", ")}`,
    );
  const everywhere = series.filter(({ achieved }) => achieved.determinism === "everywhere");
  const expressions = [...new Set(everywhere.map(({ achieved }) => achieved.expression))];
  const differing = expressions.flatMap((expression) => {
    const same = everywhere.filter(({ achieved }) => achieved.expression === expression);
    if (new Set(same.map(({ bits }) => bits[0])).size === 1) return [];
    const places = same.map(({ level, device, bits }) => `${bits[0]} on ${device.label} (${level.label})`);
    return [`everywhere by ${expression} moved between devices: ${places.join(", ")}`];
  });
  const wrong = everywhere
    .filter(({ achieved, bits }) => achieved.expression === "exact" && bits[0] !== exactBits)
    .map(({ device, bits }) => `the exact sum is ${exactBits}, not ${bits[0]} as on ${device.label}`);
  return [...moved, ...differing, ...wrong];
}

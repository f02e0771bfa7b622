// A run as jobs of Kubernetes, one pod for each piece: what is printed, as who applies it, and to which cluster, is not ours to know.

import { dirname, sep } from "node:path";
import { InvalidArgumentError, UnsupportedError } from "../../../values/errors.ts";
import { isAddress } from "../../data/list-files.ts";
import { MOST_TRIES } from "../../go.ts";
import type { RunPlan } from "../../run-plan.ts";

interface PodOptions {
  readonly image: string; // of a container whose PATH has samebits
  readonly claim: string; // a persistent volume claim with the run and its data, under the same paths as here
  readonly parallelism: number; // pods at a time
}

/** The claim and the secret that pods look for. */
export const USUAL_NAME = "samebits";

export const USUAL_PARALLELISM = 10;

/** What the API takes of completions, and so of pieces, where each is tried again by itself. */
const MOST_COMPLETIONS = 100_000;

/**
 * Objects of batch/v1, in the order in which they are to run: all but the first are suspended.
 *
 * @throws UnsupportedError for a run of chained pieces; InvalidArgumentError for too many pieces, or data that are not beside the run
 */
export function jobsOf(plan: RunPlan, run: string, options: PodOptions) {
  if (plan.isChained) {
    const remedy = "use --engine local:1 in one pod";
    throw new UnsupportedError(
      "a run of chained pieces as pods",
      "each begins where the one before it ended",
      remedy,
    );
  }
  if (plan.pieceCount > MOST_COMPLETIONS) {
    const expected = `a run of ${MOST_COMPLETIONS} pieces at most, as an indexed job takes no more: make it with longer ones`;
    throw new InvalidArgumentError("RUN", expected, `${plan.pieceCount}`);
  }
  const folder = mountOf(plan, run);
  const job = (name: string, command: string, isIndexed: boolean, isSuspended: boolean) =>
    jobOf(
      { name: `samebits-${plan.id}-${name}`, command: ["samebits", "run", command, run], folder, options },
      {
        count: isIndexed ? plan.pieceCount : 1,
        isSuspended,
      },
    );
  const first = [job("summaries", "piece", true, false), job("join", "join", false, true)];
  if (plan.passCount === 1) return first;
  return [...first, job("outputs", "emit", true, true), job("result", "join", false, true)];
}

interface Pod {
  readonly name: string;
  readonly command: readonly string[];
  readonly folder: string | undefined;
  readonly options: PodOptions;
}

function jobOf(
  { name, command, folder, options }: Pod,
  { count, isSuspended }: { readonly count: number; readonly isSuspended: boolean },
) {
  const { image, claim, parallelism } = options;
  const mount = folder === undefined ? {} : { volumeMounts: [{ name: "data", mountPath: folder }] };
  const volume =
    folder === undefined ? {} : { volumes: [{ name: "data", persistentVolumeClaim: { claimName: claim } }] };
  const secret = { secretRef: { name: USUAL_NAME, optional: true } };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name, labels: { "app.kubernetes.io/name": "samebits" } },
    spec: {
      completionMode: "Indexed",
      completions: count,
      parallelism: Math.min(count, parallelism),
      backoffLimitPerIndex: MOST_TRIES - 1,
      maxFailedIndexes: 0, // the first that fails for good stops the job
      suspend: isSuspended,
      template: {
        spec: {
          restartPolicy: "Never",
          containers: [{ name: "samebits", image, command, envFrom: [secret], ...mount }],
          ...volume,
        },
      },
    },
  };
}

/** The deepest folder that has the run and all paths of its dataset; undefined where all of them are addresses. */
function mountOf({ dataset }: RunPlan, run: string): string | undefined {
  const places = [run, ...dataset.parts.map(({ uri }) => dirname(uri))].filter((place) => !isAddress(place));
  if (places.length === 0) return undefined;
  const [first, ...others] = places.map((place) => place.split(sep));
  const length = first.findIndex((name, i) => others.some((names) => names[i] !== name));
  const folder = (length < 0 ? first : first.slice(0, length)).join(sep);
  if (folder !== "") return folder;
  throw new InvalidArgumentError(
    "RUN",
    "in one folder with its data, which pods mount",
    `${run}, and "${dataset.parts[0].uri}"`,
  );
}

/** Objects as YAML, with the commands that run one after the other. */
export function printJobs(jobs: ReturnType<typeof jobsOf>): string {
  const names = jobs.map(({ metadata }) => `job/${metadata.name}`);
  const waits = names.map((name, i) => {
    const resume = i === 0 ? "" : `kubectl patch ${name} -p '{"spec":{"suspend":false}}' && `;
    return `#   ${resume}kubectl wait --for=condition=complete --timeout=-1s ${name}`;
  });
  const head = `# Kubernetes 1.33 or later: kubectl apply -f FILE, and then, one after the other:\n${waits.join(" &&\n")}\n`;
  return head + jobs.map((job) => `---\n${yamlOf(job, "")}`).join("");
}

/** Texts in quotes are the same in YAML as in JSON, and so are numbers and booleans. */
function yamlOf(value: object, indent: string): string {
  const lines = Object.entries(value).map(([name, inner]) => {
    const key = Array.isArray(value) ? "-" : `${name}:`;
    if (typeof inner !== "object") return `${indent}${key} ${JSON.stringify(inner)}\n`;
    const text = yamlOf(inner, `${indent}  `);
    return Array.isArray(value) ? `${indent}- ${text.trimStart()}` : `${indent}${key}\n${text}`;
  });
  return lines.join("");
}

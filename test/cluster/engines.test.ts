// The flights by every engine, and by data of every kind of address: `run go` gives the hashes of `samebits scan`, `reduce-by-key` and `sort` in one process. The
// commands are those of docs/many-machines.md.

import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { CLI, startCli, untilSaid } from "../helpers/cluster-kills.ts";
import { type S3Server, withS3 } from "../helpers/cluster-s3.ts";
import { type Postgres, startPostgres } from "./parts/postgres.ts";
import { type SlurmCluster, startSlurm } from "./parts/slurm.ts";

const FLIGHTS = fileURLToPath(
  new URL("../../node_modules/vega-datasets/data/flights-3m.parquet", import.meta.url),
);

const folder = mkdtempSync(join(tmpdir(), "samebits-engines-"));
const data = join(folder, "flights-3m.parquet");

type Env = Readonly<Record<string, string>>;

/** Not at once, as servers of this process may be asked. */
async function samebits(args: readonly string[], env: Env = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], {
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 28,
  });
  return stdout;
}

const hashIn = (text: string): unknown => (JSON.parse(text) as { readonly hash?: unknown }).hash;

interface Kind {
  readonly columns: readonly string[];
  readonly asked: readonly string[];
  readonly one: readonly string[]; // the command of one process
}

/** Two steps, one, and one over all columns. */
const KINDS: Readonly<Record<string, Kind>> = {
  scan: {
    ...{ columns: ["delay"], asked: ["--scan", "--hash"] },
    one: ["scan", data, "--column", "delay", "-o", join(folder, "scan.npy"), "--json"],
  },
  "reduce by key": {
    ...{ columns: ["distance", "delay"], asked: ["--reduce-by-key", "distance", "--column", "delay"] },
    one: [
      "reduce-by-key",
      data,
      "--key",
      "distance",
      "--column",
      "delay",
      "--json",
      "-o",
      join(folder, "keys.csv"),
    ],
  },
  sort: {
    ...{ columns: ["distance", "delay"], asked: ["--sort", "--by", "distance", "--hash"] },
    one: [
      ...["sort", data, "--column", "distance", "--column", "delay", "--by", "distance"],
      ...["-o", join(folder, "sorted.arrow"), "--json"],
    ],
  },
};

const expected: Record<string, unknown> = {};
let postgres: Postgres;
let slurm: SlurmCluster;
let runs = 0;

beforeAll(async () => {
  copyFileSync(FLIGHTS, data);
  for (const [kind, { one }] of Object.entries(KINDS)) expected[kind] = hashIn(await samebits(one));
  console.log(JSON.stringify(expected));
  postgres = await startPostgres(folder);
  slurm = await startSlurm(folder);
}, 120_000);

afterAll(async () => {
  await slurm?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a run of some address of the flights, and gives its place. */
async function created(kind: Kind, address = data, env: Env = {}, home = join(folder, String(runs++))) {
  const dataset = join(folder, `${runs++}.json`);
  const columns = kind.columns.flatMap((name) => ["--column", name]);
  await samebits(["dataset", address, ...columns, "-o", dataset], env);
  await samebits(["run", "create", dataset, ...kind.asked, "--piece-length", "262144", "-o", home], env);
  return home;
}

async function goneHash(run: string, engine: readonly string[], env: Env = {}): Promise<unknown> {
  return hashIn(await samebits(["run", "go", run, "--json", "--engine", ...engine], env));
}

/** What runs of each kind come to. */
async function hashesOf(go: (kind: Kind) => Promise<unknown>): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(KINDS)) found[name] = await go(kind);
  return found;
}

describe("the flights have the hashes of one process", () => {
  it("by local:2", async () => {
    expect(await hashesOf(async (kind) => goneHash(await created(kind), ["local:2"]))).toEqual(expected);
  });

  it("by pg-boss:embedded", async () => {
    const engine = [`pg-boss:embedded:${join(folder, "jobs")}`, "--processes", "2"];
    expect(await hashesOf(async (kind) => goneHash(await created(kind), engine))).toEqual(expected);
  });

  it("by pg-boss:postgres, with a machine that helps", async () => {
    const engine = `pg-boss:${postgres.url}`;
    const machine = startCli(["worker", "--engine", engine, "--processes", "2"]);
    try {
      await untilSaid(machine, /ready/);
      expect(await hashesOf(async (kind) => goneHash(await created(kind), [engine]))).toEqual(expected);
    } finally {
      machine.child.kill("SIGTERM");
      await machine.ended;
    }
  });

  it("by slurm", async () => {
    const go = async (kind: Kind) => goneHash(await created(kind), ["slurm"], slurm.env);
    expect(await hashesOf(go)).toEqual(expected);
  });

  it("by what the containers of kubernetes run", async () => {
    const bin = join(folder, "bin");
    mkdirSync(bin);
    const program = join(bin, "samebits");
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
    chmodSync(program, 0o755);
    const go = async (kind: Kind): Promise<unknown> => {
      const run = await created(kind);
      const jobs = await samebits([
        "run",
        "go",
        run,
        "--engine",
        "kubernetes",
        "--image",
        "example.org/samebits:1",
      ]);
      for (const document of parseAllDocuments(jobs)) {
        const { spec } = document.toJS() as PodJob;
        const [{ command }] = spec.template.spec.containers;
        for (let index = 0; index < spec.completions; index++) {
          const env = {
            ...process.env,
            PATH: `${bin}${delimiter}${process.env.PATH}`,
            JOB_COMPLETION_INDEX: String(index),
          };
          await promisify(execFile)(command[0], command.slice(1), { env });
        }
      }
      return hashIn(await samebits(["run", "join", run, "--json"]));
    };
    expect(await hashesOf(go)).toEqual(expected);
  });

  it("of a file at an http address, by ranges", async () => {
    const bytes = readFileSync(FLIGHTS);
    const server = createServer(({ headers }, response) => {
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
      const part = bytes.subarray(Number(start), Number(end) + 1);
      response
        .writeHead(206, { "content-range": `bytes ${start}-${end}/${bytes.length}`, etag: '"1"' })
        .end(part);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/flights-3m.parquet`;
      const go = async (kind: Kind) => goneHash(await created(kind, address), ["local:2"]);
      expect(await hashesOf(go)).toEqual(expected);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("of an object of S3, with the run there too", async () => {
    await withS3({ hasConditions: true }, async ({ env }: S3Server) => {
      const { S3Client, PutObjectCommand } = await import("@aws-sdk/client-s3");
      const client = new S3Client({
        ...{ region: env.AWS_REGION, endpoint: env.AWS_ENDPOINT_URL_S3, forcePathStyle: true },
        credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY },
      });
      await client.send(
        new PutObjectCommand({ Bucket: "runs", Key: "flights.parquet", Body: readFileSync(FLIGHTS) }),
      );
      client.destroy();
      const go = async (kind: Kind) => {
        const run = await created(kind, "s3://runs/flights.parquet", env, `s3://runs/run-${runs++}`);
        return goneHash(run, ["local:2"], env);
      };
      expect(await hashesOf(go)).toEqual(expected);
    });
  });
});

interface PodJob {
  readonly spec: {
    readonly completions: number;
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly command: readonly string[] }[] };
    };
  };
}

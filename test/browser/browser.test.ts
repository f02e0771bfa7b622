import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { javascriptExecutor, printContract } from "samebits";
import { parseVectors, type WitnessReport, type WitnessRow, witness } from "samebits/conformance";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { askNode } from "./ask-node.ts";
import { bundlePages } from "./bundle.ts";
import { EMULATED_GPU, type OpenBrowser, openBrowser } from "./open-browser.ts";
import { ENCODED_SUM, GOLDEN_SUMS, SEED, WITNESSED } from "./pages/webgpu-questions.ts";
import { type Policy, type Site, serve } from "./serve.ts";

const program = findPart(SYSTEM_PARTS.chromium);

test.skipIf(program === undefined && !needsAllParts())("Chromium is here", () => {
  expect(program, absenceOf(SYSTEM_PARTS.chromium)).toBeDefined();
});

describe.skipIf(program === undefined)("in Chromium", () => {
  let folder: string;
  let site: Site;
  let browser: OpenBrowser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "samebits-browser-"));
    await bundlePages(folder);
    site = await serve(folder);
    browser = await openBrowser(program ?? "");
    console.log(`browser tests: Chromium ${browser.version}`);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (policy: Policy, page: string, before?: () => void): Promise<unknown> =>
    browser.ask({ address: site.address(policy, page), ...(before === undefined ? {} : { before }) });
  const answersOfNode = new Map<string, Promise<unknown>>();
  const node = (page: string): Promise<unknown> => {
    const answer = answersOfNode.get(page) ?? askNode(folder, page);
    answersOfNode.set(page, answer);
    return answer;
  };

  test("the pages are what they are called", async () => {
    const plain = {
      isIsolated: false,
      hasSharedArrayBuffer: false,
      codeFromText: true,
      webAssembly: true,
      libraryMemory: "[object SharedArrayBuffer]", // WebAssembly may share within a page, isolated or not
    };
    expect(await ask("plain", "facts")).toEqual(plain);
    expect(await ask("isolated", "facts")).toEqual({
      ...plain,
      isIsolated: true,
      hasSharedArrayBuffer: true,
    });
    expect(await ask("wasm-only", "facts")).toEqual({ ...plain, codeFromText: false });
    expect(await ask("strict", "facts")).toEqual({
      ...plain,
      codeFromText: false,
      webAssembly: false,
      libraryMemory: "none",
    });
    expect(await ask("plain", "facts", withoutSharedMemory)).toEqual({
      ...plain,
      libraryMemory: "[object ArrayBuffer]",
    });
  });

  describe("samebits gives the bits that Node gives", () => {
    test.each([
      ["a plain page", "plain", undefined],
      ["a cross-origin isolated page", "isolated", undefined],
      ["a page that forbids code from text", "wasm-only", undefined],
      ["an engine that shares no memory", "plain", withoutSharedMemory],
    ] as const)("in %s", async (_name, policy, before) => {
      const answer = await ask(policy, "main-door", before);
      expect(answer).toEqual(await node("main-door"));
      expect(answer).toHaveProperty("library scan");
    });
  });

  test("a page that forbids WebAssembly: samebits says where to go, and samebits/javascript gives the same bits", async () => {
    const errors = (await ask("strict", "errors")) as Readonly<Record<string, string>>;
    expect(Object.keys(errors)).toHaveLength(6);
    for (const [call, error] of Object.entries(errors)) {
      expect([call, error]).toEqual([call, expect.stringMatching(/^UnsupportedError.*samebits\/javascript/)]);
    }
    const answer = await ask("strict", "javascript-door");
    expect(answer).toEqual(await node("javascript-door"));
    expect(await node("main-door")).toMatchObject(answer as object);
  });

  test("memory that cannot grow ends in a typed error, and the calls before and after it run", async () => {
    expect(await ask("plain", "errors", withoutSharedMemory)).toEqual({
      reduce: "ran",
      inclusiveScan: "ran",
      exclusiveScan: "ran",
      "reduce of three": "ran",
      "scan in library memory": "ran",
      "more than there is": expect.stringMatching(/^OutOfMemoryError.*4294967296 bytes/),
    });
  });

  test("the doors without an executor work in a page as in Node", async () => {
    const answer = await ask("strict", "other-doors");
    expect(answer).toEqual(await node("other-doors"));
    expect(answer).toMatchObject({
      laws: [/proved/, /refuted/].map((verdict) => expect.stringMatching(verdict)),
    });
  });

  test("exponentials have the fingerprints of the example, by the processor and by a GPU", {
    timeout: 300_000,
  }, async () => {
    const processor = {
      softmax: "e1b0ff5e472e33f5",
      sigmoid: "ec624e920261cf21",
      density: "f7dfacb40ef522bd",
    };
    expect(await node("exponentials")).toEqual({ processor, gpu: "none" });
    const emulated = await openBrowser(program ?? "", EMULATED_GPU);
    const answer = await emulated
      .ask({ address: site.address("plain", "exponentials") })
      .finally(() => emulated.close());
    expect(answer).toEqual({ processor, gpu: processor });
  });

  test("workers agree with one thread in an isolated page", async () => {
    const answer = (await ask("isolated", "workers")) as Readonly<Record<string, unknown>>;
    expect(answer).toEqual({
      count: 2,
      workers: answer.alone,
      together: answer.alone,
      alone: expect.anything(),
      witness: { passed: true, summary: expect.stringMatching(/^[1-9]\d+ PASS, 0 FAIL/) },
    });
  });

  test("workers in a plain page end in a typed error that names the headers", async () => {
    expect(await ask("plain", "workers")).toMatch(
      /^UnsupportedError: .*Cross-Origin-Opener-Policy: same-origin.*Cross-Origin-Embedder-Policy: require-corp/,
    );
    expect(await ask("isolated-strict", "workers")).toMatch(/Error: .*samebits\/javascript/);
  });

  test("witness in a plain page and in an isolated one is witness in Node", async () => {
    const [expected, ...reports] = (await Promise.all([
      node("witness"),
      ask("plain", "witness"),
      ask("isolated", "witness"),
    ])) as readonly WitnessReport[];
    expect(expected).toMatchObject({ passed: true, failCount: 0, uncheckedCount: 0 });
    expect(expected.rows.filter(({ fingerprint }) => fingerprint !== undefined).length).toBeGreaterThan(100);
    for (const report of reports) expect(report).toEqual(expected);
  });

  test("a page without an adapter, and one without WebGPU, are told so by a typed error", async () => {
    expect(await ask("plain", "webgpu")).toMatch(
      /^UnsupportedError: .*no adapter was found.*"samebits\/workers"$/,
    );
    expect(await ask("plain", "webgpu", withoutWebGpu)).toMatch(
      /^UnsupportedError: .*there is no navigator\.gpu.*https.*"samebits\/workers"$/,
    );
  });

  test("a GPU has the bits of Node, in a page that allows nothing else", { timeout: 900_000 }, async () => {
    const emulated = await openBrowser(program ?? "", EMULATED_GPU);
    const answer = await emulated
      .ask({ address: site.address("strict", "webgpu") })
      .finally(() => emulated.close());
    const expected = await witness([javascriptExecutor], WITNESSED);
    const { rows, ...others } = answer as { readonly rows: readonly WitnessRow[] };
    expect(others).toEqual({
      vendor: "google",
      passed: true,
      sums: await Promise.all(GOLDEN_SUMS.map(goldenHash)),
      encoded: await goldenHash(ENCODED_SUM),
      afterwards: expect.stringMatching(/^ExecutorClosedError/),
    });
    expect(rows.filter(({ executor }) => executor === "webgpu")).toEqual(
      expected.rows.map((row) => ({ ...row, executor: "webgpu" })),
    );
  });
});

/** What the golden vectors have for a sum by the default contract. */
async function goldenHash(sum: { type: string; data: string; length: number }): Promise<string> {
  const text = await readFile(new URL("../../vectors/expressions.jsonl", import.meta.url), "utf8");
  const found = parseVectors(text).find(
    ({ contract, observation, input }) =>
      printContract(contract) === `add ${sum.type} block-dyadic:32 initial=none v1` &&
      observation === "inclusive-scan" &&
      input.data === sum.data &&
      input.length === sum.length &&
      input.seed === SEED,
  );
  return found?.expected.scanHash ?? "no golden hash";
}

/** An engine that has no GPU, or keeps it from the page. */
function withoutWebGpu(): void {
  delete (Navigator.prototype as { gpu?: unknown }).gpu;
}

/** An engine such as ours was when it had no threads: its memories are never shared. */
function withoutSharedMemory(): void {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      if (descriptor.shared) throw new TypeError("no shared memory here");
      super(descriptor);
    }
  };
}

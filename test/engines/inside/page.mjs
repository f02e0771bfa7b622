// Runs inside a browser: what process.mjs prints is what `fingerprinted()` promises here, as text.
import { fingerprints } from "./fingerprints.mjs";
import { scopeNamed } from "./scopes.mjs";

const MOST_MILLISECONDS = 100; // without a pause: a page that does not answer is asked whether to stop it

/** @param {string} name */
async function read(name) {
  const response = await fetch(`/node_modules/samebits/vectors/${name}.jsonl`);
  if (!response.ok) throw new Error(`${name}.jsonl must be served, got ${response.status}`);
  return response.text();
}

async function fingerprinted() {
  const [expressions, published, paper] = await Promise.all(
    ["expressions", "published", "paper-witness"].map(read),
  );
  const begun = performance.now();
  let paused = begun;
  const pause = async () => {
    if (performance.now() - paused < MOST_MILLISECONDS) return;
    await new Promise((resolve) => setTimeout(resolve));
    paused = performance.now();
  };
  const scope = scopeNamed(new URL(location.href).searchParams.get("scope") ?? "");
  const found = await fingerprints(scope, { expressions, published, paper }, pause);
  return JSON.stringify({
    isIsolated: crossOriginIsolated,
    seconds: (performance.now() - begun) / 1000,
    ...found,
  });
}

Object.assign(globalThis, { fingerprinted });

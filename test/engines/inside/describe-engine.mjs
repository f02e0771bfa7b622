/**
 * @typedef {object} Engine
 * @property {string} version  of the runtime: "Node 20.20.2"
 * @property {string} javascript  what runs the JavaScript: "V8 11.3"
 * @property {string} architecture  as the engine names it
 */

/** What runs this, by what it says of itself. @returns {Engine} */
export function describeEngine() {
  const { versions, arch } = process;
  const { Deno } = /** @type {{ Deno?: { version: { deno: string, v8: string } } }} */ (globalThis);
  if (Deno !== undefined) {
    return { version: `Deno ${Deno.version.deno}`, javascript: `V8 ${Deno.version.v8}`, architecture: arch };
  }
  if (versions.bun !== undefined) {
    const webkit = versions.webkit?.slice(0, 12) ?? "of an unknown version";
    return { version: `Bun ${versions.bun}`, javascript: `JavaScriptCore ${webkit}`, architecture: arch };
  }
  return { version: `Node ${versions.node}`, javascript: `V8 ${versions.v8}`, architecture: arch };
}

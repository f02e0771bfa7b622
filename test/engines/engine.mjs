/** @typedef {import("./stage.mjs").Stage} Stage */
/** @typedef {import("./inside/scopes.mjs").ScopeName} ScopeName */
/** @typedef {import("./inside/fingerprints.mjs").Fingerprints} Fingerprints */

/**
 * @typedef {object} Engine
 * @property {string} name  as `--only` takes it, and the table shows it
 * @property {ScopeName} scope  how much it is asked
 * @property {() => readonly import("../../tools/system-parts.mjs").SystemPart[]} missingParts  of the operating system
 * @property {(stage: Stage, scope: ScopeName) => Promise<Told>} run  throws MissingEngineError where it is not here
 */

/**
 * What an engine told of itself and found.
 *
 * @typedef {Fingerprints & { version: string, javascript: string, architecture: string, seconds: number }} Told
 */

/** The engine is not here and could not be brought; the message says how to get it. Never a pass, and only sometimes a failure. */
export class MissingEngineError extends Error {
  /** @override */
  name = "MissingEngineError";
}

#!/usr/bin/env node
// `npm run site`: the whole site into site/dist. `-- --no-reference` leaves out what TypeDoc makes; `dev` serves the sources as they change, `preview` what was built.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, watch, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, createServer } from "vitepress";
import { serveFolder } from "./documents/serve.mjs";
import { SOURCE, stage } from "./documents/stage.mjs";

const SITE = dirname(fileURLToPath(import.meta.url));
const DIST = join(SITE, "dist");
const PORT = 4173;

function layOut() {
  writeFileSync(join(SITE, ".source-sections.json"), JSON.stringify(stage()));
}

/** The pages of all entry points, from their types. A warning of TypeDoc ends the build: a name without a page, or a link to nothing. */
function makeReference() {
  const typedoc = join(SITE, "../node_modules/typedoc/bin/typedoc");
  const { status } = spawnSync(process.execPath, [typedoc, "--options", join(SITE, "typedoc.json")], {
    cwd: join(SITE, ".."),
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) process.exit(status ?? 1);
}

async function buildSite() {
  rmSync(join(SOURCE, "reference"), { recursive: true, force: true });
  layOut();
  if (!process.argv.includes("--no-reference")) makeReference();
  await build(SITE);
  console.log(
    "\nThe site is in site/dist; any static host serves it. To look at it here: npm run site:preview",
  );
}

async function develop() {
  layOut();
  for (const folder of ["../docs", "../examples", "pages"]) {
    watch(join(SITE, folder), { recursive: true }, layOut);
  }
  const server = await createServer(SITE);
  await server.listen();
  server.printUrls();
}

async function preview() {
  if (!existsSync(join(DIST, "index.html"))) {
    console.error("samebits site: site/dist must hold a built site, got none; build it with: npm run site");
    process.exit(1);
  }
  const { address } = await serveFolder(DIST, { port: PORT });
  console.log(`The site: ${address}\nThe workbench: ${address}/workbench.html`);
}

const commands = { build: buildSite, dev: develop, preview };
const name = /** @type {keyof typeof commands} */ (process.argv[2] ?? "build");
await (commands[name] ?? buildSite)();

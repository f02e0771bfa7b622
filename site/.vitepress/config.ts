// The site: documents that were laid out by site/documents/stage.mjs, and the workbench among them.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DefaultTheme, defineConfig } from "vitepress";
import { ISOLATION } from "../documents/serve.mjs";
import { writeServiceWorker } from "../offline/write-service-worker.mjs";

interface Section {
  readonly title: string;
  readonly items: readonly Item[];
  readonly folder: readonly Item[]; // pages of which there are too many to be read through
}

interface Item {
  readonly text: string;
  readonly link: string;
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const sections: readonly Section[] = JSON.parse(readFileSync(at("../.source-sections.json"), "utf8"));

/** The reference is a folder of many pages with a sidebar of its own, and is left out where a build wants to be quick. */
const referenceSidebar = at("../.source/reference/typedoc-sidebar.json");
const reference: DefaultTheme.SidebarItem[] = existsSync(referenceSidebar)
  ? JSON.parse(readFileSync(referenceSidebar, "utf8"))
  : [];

/** Notes, decisions and entry points are folded, so that what stands above and below them is seen. A folder is part of its index, which stands last. */
const sidebarOf = ({ title, items, folder }: Section): DefaultTheme.SidebarItem => {
  const shown: DefaultTheme.SidebarItem[] = items.map((item) => ({ ...item }));
  if (title === "Reference" && reference.length > 0)
    shown.push({ text: "All entry points", collapsed: true, items: reference });
  else if (folder.length > 0)
    shown.push({ ...shown.pop(), collapsed: true, items: folder.map((item) => ({ ...item })) });
  return { text: title, items: shown };
};

/** What each section begins with stands in the bar at the top. */
const nav = sections.map(({ title, items, folder }) => ({
  text: title,
  link: items[0].link,
  activeMatch: matchOf([...items, ...folder]),
}));

function matchOf(items: readonly Item[]): string {
  return `^(${items.map(({ link }) => link.replace(/\/$/, "/.*")).join("|")})(\\.html)?$`;
}

export default defineConfig({
  title: "samebits",
  description: "Parallel sums, scans and sorts for TypeScript, with the same bits on every machine",
  lang: "en",
  srcDir: ".source",
  outDir: "dist",
  cacheDir: ".vitepress/cache",
  base: (process.env.SITE_BASE ?? "/") as "/",
  lastUpdated: false,
  router: { prefetchLinks: false }, // of the documents that links lead to: 30 kB of a first view that may have 200
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    config: escapeBraces,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    nav: [{ text: "Workbench", link: "/workbench" }, ...nav],
    sidebar: sections.map(sidebarOf),
    search: { provider: "local" },
    outline: { level: [2, 3] },
  },
  transformHtml: withPolicy,
  buildEnd: ({ outDir }) => {
    writeFileSync(join(outDir, "_headers"), headersFile());
    writeServiceWorker(outDir);
  },
  vite: {
    oxc: { jsx: { runtime: "automatic", importSource: "vue" } },
    worker: { format: "es" },
    build: { chunkSizeWarningLimit: 1_000 },
    server: { headers: ISOLATION },
  },
});

/** Documents are no templates: two braces are two braces. Written as entities they are never taken for an interpolation. */
function escapeBraces(md: { renderer: { rules: Record<string, unknown> } }): void {
  type Rule = (...given: readonly unknown[]) => string;
  for (const name of ["text", "code_inline"]) {
    const rule = md.renderer.rules[name] as Rule;
    md.renderer.rules[name] = (...given: readonly unknown[]) =>
      rule.apply(md.renderer.rules, given as never).replaceAll("{{", "&#123;&#123;");
  }
}

/** The policy of every page, in the page itself, so that any host keeps it: our scripts, the inline ones of this page by their hashes, and no code from text. */
function withPolicy(html: string): string {
  const inline = Array.from(
    html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g),
    ([, code]) => code,
  );
  const hashes = inline.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval' ${hashes.join(" ")}`,
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html.replace(
    /<head>/,
    `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

/** For hosts that read such a file: what a page cannot say of itself. */
function headersFile(): string {
  return ["/*", ...Object.entries(ISOLATION).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");
}

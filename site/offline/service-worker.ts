// Keeps the site where there is no network, and isolates its pages on hosts that cannot send headers: it answers with the headers that threads need.
// The build puts the version and the files of the workbench in the place of two names, and this file beside the pages.
export {};

declare const SITE_VERSION: string;
declare const SITE_FILES: readonly string[]; // relative to this file
declare const SITE_HEADERS: Readonly<Record<string, string>>;

/** What is used of a service worker's scope: the library of types for pages has no such. */
interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listen: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listen: (event: Fetching) => void): void;
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;
const CACHE = `samebits-${SITE_VERSION}`;

scope.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers().then(() => scope.clients.claim()));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope.registration.scope)) {
    event.respondWith(answerTo(request));
  }
});

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(SITE_FILES.map((file) => new URL(file, scope.registration.scope).href));
}

async function dropOthers(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith("samebits-") && name !== CACHE) await caches.delete(name);
  }
}

/** What has its hash in its name never changes; of all else the newest that can be had. */
async function answerTo(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(fileOf(request), { ignoreSearch: true });
  if (kept !== undefined && request.url.includes("/assets/")) return isolated(kept);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && fresh.type === "basic") await cache.put(fileOf(request), fresh.clone());
    return isolated(fresh);
  } catch (error) {
    if (kept !== undefined) return isolated(kept);
    throw error;
  }
}

/** A page has one address here, however it was asked for: `/`, `/workbench` and `/workbench.html` are files. */
function fileOf({ url, mode }: Request): string {
  const { origin, pathname } = new URL(url);
  const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
  return `${origin}${path}${mode === "navigate" && !path.endsWith(".html") ? ".html" : ""}`;
}

function isolated(response: Response): Response {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(SITE_HEADERS)) headers.set(name, value);
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers });
}

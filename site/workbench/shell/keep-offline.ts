// Registers the service worker, once the page has settled: what is seen first waits for nothing.

/** Set for a tab whose page was loaded again to become isolated: if it did not, it is not tried twice. */
const TRIED = "samebits-isolation-tried";

/** On a host that sends no headers, the first visit loads the page once more, isolated; the address and the draft hold what was there. */
export function keepOffline(base: string): void {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  const begin = (): void => void register(base);
  if (document.readyState === "complete") setTimeout(begin, SETTLED_MS);
  else addEventListener("load", () => setTimeout(begin, SETTLED_MS));
}

/** Milliseconds after the page has loaded. */
const SETTLED_MS = 3_000;

async function register(base: string): Promise<void> {
  try {
    await navigator.serviceWorker.register(`${base}service-worker.js`);
    await navigator.serviceWorker.ready;
  } catch {
    return; // a host that serves no worker, or a browser that allows none: the page goes on without
  }
  if (crossOriginIsolated || document.querySelector(".sb-whole") === null) return;
  if (sessionStorage.getItem(TRIED) !== null || isTyping()) return;
  sessionStorage.setItem(TRIED, "yes");
  location.reload();
}

function isTyping(): boolean {
  return document.activeElement?.matches("input, textarea, select") ?? false;
}

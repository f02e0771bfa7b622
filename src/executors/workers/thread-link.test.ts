import { expect, test } from "vitest";
import { threadLink } from "./thread-link.ts";

test("a thread that ends keeps the process alive until it has ended, though its last answer comes meanwhile", async () => {
  let isKeeping = true;
  let end: () => void = () => {};
  const thread = {
    postMessage() {},
    on() {},
    ref() {
      isKeeping = true;
    },
    unref() {
      isKeeping = false;
    },
    terminate() {
      this.ref();
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    },
  };
  const link = threadLink(thread, { onMessage() {}, onLost() {} });
  link.setBusy(false);
  expect(isKeeping).toBe(false);
  link.setBusy(true);
  const ended = link.terminate();
  link.setBusy(false);
  expect(isKeeping).toBe(true);
  end();
  await ended;
});

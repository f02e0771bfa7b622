import { expect, test } from "vitest";
import { InvalidArgumentError } from "./values/errors.ts";
import { openWorkers } from "./workers.ts";

// What is opened is tested on threads, in test/workers.

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "0", null])(
  "shortest %s is refused before any worker is started",
  async (shortest) => {
    const refused = openWorkers({ shortest: shortest as number });
    await expect(refused).rejects.toThrow(InvalidArgumentError);
    await expect(refused).rejects.toThrow(/"shortest" must be a whole number of elements, 0 or more, got/);
  },
);

test.each([-1, 0.5, Number.NaN, "0"])("ownWork %s is refused likewise", async (ownWork) => {
  const refused = openWorkers({ ownWork: ownWork as number });
  await expect(refused).rejects.toThrow(InvalidArgumentError);
  await expect(refused).rejects.toThrow(/"ownWork" must be a whole number of operations, 0 or more, got/);
});

test.each([0, 1025, 1.5, Number.NaN])("count %s is refused", async (count) => {
  const refused = openWorkers({ count });
  await expect(refused).rejects.toThrow(InvalidArgumentError);
  await expect(refused).rejects.toThrow(/"count" must be a whole number from 1 to 1024, got/);
});

test.each([4, null, {}])("worker %s is refused", async (worker) => {
  const refused = openWorkers({ worker: worker as unknown as string });
  await expect(refused).rejects.toThrow(InvalidArgumentError);
  await expect(refused).rejects.toThrow(/"worker" must be a URL or a function that starts a Worker, got/);
});

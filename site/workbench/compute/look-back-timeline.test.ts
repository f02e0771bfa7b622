import { simulateLookBack } from "samebits/simulator";
import { describe, expect, it } from "vitest";
import { TimelineRecorder } from "./look-back-timeline.ts";

const TILES = 8;

function recorded(schedule: Parameters<TimelineRecorder["run"]>[0]) {
  const simulation = simulateLookBack({ tiles: TILES, workgroups: 3, groupLength: 2, pollLimit: 1 });
  const recorder = new TimelineRecorder(simulation);
  recorder.run(schedule, 10_000);
  return { recorder, state: simulation.state() };
}

describe("the timeline of a run", () => {
  it("has each step, each tile written once, and each root when it is there", () => {
    const { recorder, state } = recorded({ order: "random", seed: 5n });
    const { steps, writings, publications } = recorder.timeline;
    expect(steps).toHaveLength(state.stepCount);
    expect(writings.map(({ tile }) => tile)).toEqual(state.written.map(({ tile }) => tile));
    expect(writings).toHaveLength(TILES);
    expect(publications).toHaveLength(state.entries.length);
    expect(steps[0]).toEqual({ workgroup: steps[0].workgroup, tile: undefined, text: "draws a ticket" });
    expect(steps.filter(({ text }) => text.endsWith("and writes its tile"))).toHaveLength(TILES);
  });

  it("lets a workgroup be at one thing at a time, and one that stands still stay at it", () => {
    const { recorder } = recorded({ stopped: [1], stoppedAfter: 7 });
    const stood = recorder.timeline.stretches.filter(({ workgroup }) => workgroup === 1);
    expect(stood.at(-1)?.stage).toBe("publishing");
    const woken = recorder.timeline.steps.length;
    recorder.run({}, 10_000);
    expect(stood.at(-1)?.to).toBeGreaterThan(woken);
    for (const workgroup of [0, 1, 2]) {
      const own = recorder.timeline.stretches.filter((each) => each.workgroup === workgroup);
      own.slice(1).forEach((each, index) => {
        expect(each.from).toBeGreaterThanOrEqual(own[index].to);
      });
    }
  });
});

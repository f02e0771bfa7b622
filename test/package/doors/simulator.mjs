import { exploreLookBack, simulateLookBack } from "samebits/simulator";

export async function probe() {
  const simulation = simulateLookBack({ tiles: 4, groupLength: 2 });
  simulation.run({ order: "random", loads: "any", seed: 1n });
  const { verdict } = exploreLookBack({ tiles: 2, groupLength: 2, pollLimit: 1 });
  return [simulation.state().written.length, verdict];
}

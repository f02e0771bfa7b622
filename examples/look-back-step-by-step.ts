// One pass over tiles, one atomic operation at a time: who draws, who waits, who makes a root that does not come, and why the bracket is the same.
import { exploreLookBack, simulateLookBack } from "samebits/simulator";

// Four tiles in groups of two. Workgroup 1 draws tile 1 and then stands still: what it would publish never comes.
const simulation = simulateLookBack({ tiles: 4, workgroups: 2, groupLength: 2, pollLimit: 2 });
simulation.run({ stopped: [1], stoppedAfter: 4 });

const { workgroups, written, counts } = simulation.state();
for (const { phase, tile } of workgroups) console.log(phase, tile);
for (const { tile, prefix } of written) console.log(`tile ${tile} comes after ${prefix ?? "nothing"}`);
console.log(`roots made by those who waited for them: ${counts.fallbacks}`); // and published: tile 3 found what tile 2 had folded

// It wakes up. Nobody waited for it.
simulation.run();
console.log(simulation.state().written.at(-1));

// Not one schedule, but all of them; and all of a protocol with a mistake.
const setting = { tiles: 3, groupLength: 2, pollLimit: 1 };
const { verdict, stateCount } = exploreLookBack(setting);
console.log(verdict, stateCount);
const mistake = exploreLookBack({ ...setting, mutant: "a lane waits for ever" });
console.log(mistake.verdict, mistake.fault, mistake.steps.length);

/* prints
done undefined
publishing 1
tile 0 comes after nothing
tile 2 comes after (t0 t1)
tile 3 comes after ((t0 t1) t2)
roots made by those who waited for them: 1
{ tile: 1, prefix: 't0' }
ends 2712
wrong tile 2 takes more operations than it may 33
*/

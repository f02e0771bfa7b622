// A function of a module beside this one as a process, for engines other than the Node of the gallery: bun serve.mjs loops.mjs sum
import { serve } from "./npy-pipe.mjs";

const [file, name] = process.argv.slice(-2);
const module = await import(`./${file}`);
await serve(module[name]);

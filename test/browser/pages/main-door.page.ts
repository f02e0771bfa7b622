import * as door from "samebits";
import { everyday } from "./everyday.ts";
import { publish } from "./publish.ts";

publish(() => everyday(door));

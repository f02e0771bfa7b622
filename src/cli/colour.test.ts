import { describe, expect, it } from "vitest";
import { colouredIo } from "./colour.ts";
import type { CommandIo, TextOutput } from "./io.ts";

function written(text: string, colours: boolean | undefined): Promise<string> {
  let all = "";
  const output: TextOutput = {
    terminal: colours === undefined ? undefined : ({ hasColors: () => colours } as NodeJS.WriteStream),
    write: async (chunk) => {
      all += String(chunk);
    },
  };
  const io = { stdout: output, stderr: output } as CommandIo;
  return colouredIo(io)
    .stdout.write(text)
    .then(() => all);
}

describe("verdicts", () => {
  const text = 'PASS  3 run\nexact  wasm FAIL  webgpu PASS\n{"verdict":"PASS"} FAILURES PASSING\n';

  it("are green and red on a terminal with colours, and nothing else is", async () => {
    expect(await written(text, true)).toBe(
      "\u001b[32mPASS\u001b[39m  3 run\n" +
        "exact  wasm \u001b[31mFAIL\u001b[39m  webgpu \u001b[32mPASS\u001b[39m\n" +
        '{"verdict":"PASS"} FAILURES PASSING\n',
    );
  });

  it.each([false, undefined])("are plain text where colours are %s", async (colours) => {
    expect(await written(text, colours)).toBe(text);
  });
});

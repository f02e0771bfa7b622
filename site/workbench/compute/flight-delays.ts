// Real numbers: how late ten thousand flights of 2001 arrived, in hours. The site has them as a file of minutes, so that a link holds a word.
import { InvalidArgumentError } from "samebits/javascript";

export const FLIGHT_DELAYS = "flight-delays";

const MINUTES = 60;

/** The first of them, as many as asked for. @throws InvalidArgumentError */
export async function flightDelays(
  [length = "1000", ...rest]: readonly string[],
  type: string,
): Promise<Float64Array | Float32Array> {
  if (type !== "f64" && type !== "f32") {
    throw new InvalidArgumentError(
      "data",
      "numbers, since hours are data of f64 and f32",
      `"${FLIGHT_DELAYS}"`,
    );
  }
  const response = await fetch(`${import.meta.env.BASE_URL}data/flight-delays.json`);
  const minutes = (await response.json()) as readonly number[];
  if (rest.length > 0 || !/^[1-9]\d*$/.test(length) || Number(length) > minutes.length) {
    const expected = `"${FLIGHT_DELAYS}" and a length of 1 to ${minutes.length}`;
    throw new InvalidArgumentError("data", expected, `"${rest[0] ?? length}"`);
  }
  const hours = minutes.slice(0, Number(length)).map((each) => each / MINUTES);
  return type === "f64" ? Float64Array.from(hours) : Float32Array.from(hours);
}

/**
 * What it gives, or the error that it ends with.
 *
 * @template Result
 * @param {() => Result | Promise<Result>} work
 * @returns {Promise<Result | string>}
 */
export async function told(work) {
  try {
    return await work();
  } catch (error) {
    return String(error);
  }
}

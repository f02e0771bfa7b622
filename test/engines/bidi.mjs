/**
 * A session of WebDriver BiDi: commands out, answers back, over one web socket.
 *
 * @typedef {object} Session
 * @property {(method: string, parameters: object) => Promise<Readonly<Record<string, unknown>>>} send  throws what the browser calls an error
 * @property {() => void} close
 */

/** @param {string} address  of the browser: "ws://127.0.0.1:9222" @returns {Promise<Session>} */
export async function openSession(address) {
  const socket = new WebSocket(`${address}/session`);
  /** @type {Map<number, { resolve: (result: Readonly<Record<string, unknown>>) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let lastId = 0;
  const failAll = () => {
    for (const { reject } of waiting.values())
      reject(new Error("the browser must stay, got the end of its socket"));
    waiting.clear();
  };
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data));
    const asked = waiting.get(id);
    waiting.delete(id);
    if (type === "success") asked?.resolve(result);
    else asked?.reject(new Error(`${error}: ${message}`)); // events have no id, and nobody waits for them
  });
  socket.addEventListener("close", failAll);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`${address} must take a web socket, got none`)));
  });
  return {
    send: (method, params) => {
      const id = ++lastId;
      const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
      socket.send(JSON.stringify({ id, method, params }));
      return /** @type {Promise<Readonly<Record<string, unknown>>>} */ (answer);
    },
    close: () => socket.close(),
  };
}

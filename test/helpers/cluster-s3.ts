// A server of S3 in the test's process: s3rver, which takes no notice of conditions of a put, and before it what S3 documents of them.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { withFolder } from "./cluster-runs.ts";

interface Server {
  configureBuckets(): Promise<void>;
  callback(): RequestListener;
}

const S3rver: new (options: object) => Server = createRequire(import.meta.url)("@20minutes/s3rver");

export interface S3Server {
  readonly env: Readonly<Record<string, string>>;
  /** Times that a put was refused, as its object was there. */
  readonly refused: () => number;
}

/** Keys that s3rver knows. */
const KEYS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER", AWS_REGION: "us-east-1" };

interface Behaviour {
  readonly hasConditions: boolean;
  /** Whether a request is answered as S3 does when it is too busy. */
  readonly isBusy?: () => boolean;
}

/** Runs a test with a server that has the bucket "runs". */
export async function withS3(
  { hasConditions, isBusy }: Behaviour,
  use: (server: S3Server) => Promise<void>,
): Promise<void> {
  await withFolder(async (directory) => {
    const s3 = new S3rver({ silent: true, directory, configureBuckets: [{ name: "runs", configs: [] }] });
    await s3.configureBuckets();
    const handle = s3.callback();
    const taken = new Set<string>();
    let refused = 0;
    const server = createServer((request, response) => {
      const { method, url = "", headers } = request;
      if (isBusy?.()) return refuse(request, response, 503, "ServiceUnavailable");
      if (method === "DELETE") taken.delete(pathOf(url));
      if (method === "PUT") {
        if (hasConditions && headers["if-none-match"] === "*" && taken.has(pathOf(url))) {
          refused++;
          return refuse(request, response, 412, "PreconditionFailed");
        }
        taken.add(pathOf(url));
      }
      handle(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await use({ env: { ...KEYS, AWS_ENDPOINT_URL_S3 }, refused: () => refused });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
}

function pathOf(url: string): string {
  return url.split("?")[0];
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  request.resume();
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<Error><Code>${code}</Code><Message>Not now.</Message></Error>`);
}

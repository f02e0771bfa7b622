// Objects of S3 by their addresses, with what is used of the AWS SDK: an optional package, which finds credentials, region and endpoint in the environment.

import type * as Sdk from "@aws-sdk/client-s3";
import { systemReason } from "../../formats/open-file.ts";
import { FormatError, UnsupportedError } from "../../values/errors.ts";
import { importOutsideBundle } from "../../values/optional-packages.ts";

/** Buckets and what is in them. Each call is made up to six times, with growing pauses. */
export interface Objects {
  /** Undefined where there is none. */
  head(uri: string): Promise<{ readonly byteLength: number; readonly etag: string | undefined } | undefined>;
  /** All of an object, or a range of one that must still have an etag; undefined where there is none. */
  get(uri: string, range?: ObjectRange): Promise<Uint8Array | undefined>;
  /** Puts an object; where it `mustBeNew` and the server knows conditions, false where one is there. */
  put(uri: string, bytes: Uint8Array, how?: { readonly mustBeNew: boolean }): Promise<boolean>;
  /** Puts an object of many parts, none of which is seen before the last is there. */
  putParts(uri: string, parts: AsyncIterable<Uint8Array>): Promise<void>;
  remove(uri: string): Promise<void>;
}

interface ObjectRange {
  readonly start: number;
  readonly end: number;
  readonly etag: string | undefined;
}

interface ObjectsOptions {
  readonly hasOwnEndpoint: boolean; // of a server whose buckets have no host names of their own
  readonly load?: (() => Promise<unknown>) | undefined; // default: import
}

const PACKAGE = "@aws-sdk/client-s3";

const MOST_TRIES = 6;

export function openObjects({ hasOwnEndpoint, load }: ObjectsOptions): Objects {
  let opened: Promise<Sdk.S3> | undefined;
  const open = async (): Promise<Sdk.S3> => {
    const sdk = (await importOutsideBundle(PACKAGE, "files at s3://", load)) as typeof Sdk;
    return new sdk.S3({ forcePathStyle: hasOwnEndpoint, maxAttempts: MOST_TRIES });
  };
  /** What the server says becomes an error that names the object, and no credentials; undefined for one that is not there. */
  const asked = async <Result>(
    uri: string,
    call: (s3: Sdk.S3, place: ObjectPlace) => Promise<Result>,
  ): Promise<Result | undefined> => {
    const place = placeOf(uri);
    opened ??= open();
    const s3 = await opened;
    try {
      return await call(s3, place);
    } catch (cause) {
      if (cause instanceof FormatError) throw cause;
      if (isAbsent(cause)) return undefined;
      throw errorOf(uri, cause);
    }
  };
  return {
    head: (uri) =>
      asked(uri, async (s3, place) => {
        const { ContentLength = 0, ETag } = await s3.headObject(place);
        return { byteLength: ContentLength, etag: ETag };
      }),
    get: (uri, range) =>
      asked(uri, async (s3, place) => {
        const part = range && { Range: `bytes=${range.start}-${range.end - 1}`, IfMatch: range.etag };
        const { Body } = await s3.getObject({ ...place, ...part });
        return Body === undefined ? new Uint8Array(0) : Body.transformToByteArray();
      }),
    async put(uri, bytes, { mustBeNew } = { mustBeNew: false }) {
      const isPut = await asked(uri, async (s3, place) => {
        try {
          await s3.putObject({ ...place, Body: bytes, ...(mustBeNew && { IfNoneMatch: "*" }) });
          return true;
        } catch (cause) {
          if (mustBeNew && isTaken(cause)) return false;
          throw cause;
        }
      });
      return expectBucket(uri, isPut);
    },
    async putParts(uri, parts) {
      expectBucket(uri, await asked(uri, (s3, place) => upload(s3, place, parts)));
    },
    async remove(uri) {
      await asked(uri, (s3, place) => s3.deleteObject(place));
    },
  };
}

interface ObjectPlace {
  readonly Bucket: string;
  readonly Key: string;
}

/** @throws FormatError */
function placeOf(uri: string): ObjectPlace {
  const [, Bucket, Key] = /^s3:\/\/([^/?#]+)\/(.+)$/s.exec(uri) ?? [];
  if (Bucket !== undefined) return { Bucket, Key };
  throw new FormatError(uri, "s3://BUCKET/KEY", "another address");
}

async function upload(s3: Sdk.S3, place: ObjectPlace, parts: AsyncIterable<Uint8Array>): Promise<true> {
  const { UploadId } = await s3.createMultipartUpload(place);
  try {
    const Parts: Sdk.CompletedPart[] = [];
    for await (const Body of parts) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await s3.uploadPart({ ...place, UploadId, PartNumber, Body });
      Parts.push({ ETag, PartNumber });
    }
    await s3.completeMultipartUpload({ ...place, UploadId, MultipartUpload: { Parts } });
    return true;
  } catch (cause) {
    await s3.abortMultipartUpload({ ...place, UploadId }).catch(() => {}); // the first error is the one to tell
    throw cause;
  }
}

function statusOf(cause: unknown): number | undefined {
  return (cause as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : String(cause);
}

function isAbsent(cause: unknown): boolean {
  return statusOf(cause) === 404;
}

/** Another put is there, or on its way. */
function isTaken(cause: unknown): boolean {
  return statusOf(cause) === 412 || statusOf(cause) === 409;
}

function expectBucket<Result>(uri: string, result: Result | undefined): Result {
  if (result !== undefined) return result;
  throw new FormatError(uri, "in a bucket that is there", "no such bucket");
}

/** Only names and numbers of what came: messages of others may quote what is secret. */
function errorOf(uri: string, cause: unknown): Error {
  const status = statusOf(cause);
  const expected = "an object that can be read and written";
  if (status === 401 || status === 403) {
    return new FormatError(uri, expected, `credentials were refused, ${nameOf(cause)}, status ${status}`);
  }
  if (status === 412) return new FormatError(uri, "as it was opened", "another by now");
  if (status !== undefined) return new FormatError(uri, expected, `${nameOf(cause)}, status ${status}`);
  if (/Credentials|Token/.test(nameOf(cause))) {
    return new FormatError(uri, expected, "no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  }
  if (cause instanceof Error && /^Region is missing/.test(cause.message)) {
    return new FormatError(uri, expected, "no region: set AWS_REGION");
  }
  return cause instanceof UnsupportedError ? cause : new FormatError(uri, expected, systemReason(cause));
}

import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { BucketAddress } from '../bucket-address.ts';
import { storeAwayCode } from '../disk-room.ts';
import { inSpan } from '../tracing/spans.ts';

/** Time limit until the response begins, sending included. */
const answerWithinMs = 120_000;
/** Number of attempts for a request that fails for a transient reason. */
export const triesEach = 3;

/** Thrown if an object store is unreachable or full, or refuses a request. */
export class BucketError extends Error {
  override name = 'BucketError';
  readonly code: string;

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

type Asked = {
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
};

const fullAnswers = /<Code>(?:XMinioStorageFull|QuotaExceeded|InsufficientStorage|EntityTooLarge)</;

/** Creates the error for an unexpected response of the store. */
function errorOf({ endpoint }: BucketAddress, status: number, text: string): BucketError {
  const [, said = ''] = /<Code>(\w{1,60})<\/Code>/.exec(text) ?? [];
  const answer = `${status}${said === '' ? '' : ` ${said}`}`;
  if (status === 507 || fullAnswers.test(text))
    return new BucketError(`The object store is full (${answer})`, 'ENOSPC');
  const why =
    status === 404
      ? `There is no bucket at ${endpoint}`
      : status === 401 || status === 403
        ? `The object store at ${endpoint} refuses the key or the secret`
        : status < 500 && status !== 429
          ? `The object store at ${endpoint} refuses what it is asked; is the region right?`
          : `The object store at ${endpoint} does not work`;
  return new BucketError(`${why} (${answer})`, storeAwayCode);
}

/** Sends a request within a span that has its method and response status. The span ends when the response begins. */
const sendInSpan = (...given: Parameters<typeof send>) => {
  const [, method] = given;
  const fields = { 'http.request.method': method };
  return inSpan({ name: `bucket ${method}`, kind: 'client', fields }, async (span) => {
    const answer = await send(...given);
    span?.set({ 'http.response.status_code': answer.status });
    if (answer.status >= 500) span?.fail();
    return answer;
  });
};

// Unsupported requests (501) are not retried.
const isWorthAnother = (status: number) => (status >= 500 && status !== 501) || status === 429;

/** Sends one signed request. Throws if there is no response in time. */
async function send(address: BucketAddress, method: string, { key = '', query, headers, body }: Asked) {
  // Loaded on the first request, since installations without an object store never need it.
  const { AwsV4Signer } = await import('aws4fetch');
  const url = new URL(key === '' ? address.endpoint : `${address.endpoint}/${key}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = address;
  // The store verifies it against the received body.
  const sha256 = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  });
  const signed = await signer.sign();
  // Not signed, since proxies change it. Stored bytes are sent unchanged.
  signed.headers.set('accept-encoding', 'identity');
  const waiting = new AbortController();
  const timer = globalThis.setTimeout(() => waiting.abort(new Error('No answer in time')), answerWithinMs);
  try {
    return await fetch(signed.url, {
      method,
      headers: signed.headers,
      body: body ?? null,
      redirect: 'manual',
      signal: waiting.signal,
    });
  } catch (error) {
    const { cause } = error as Error;
    throw new BucketError(`Nobody answers at ${address.endpoint}`, storeAwayCode, cause ?? error);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a request to the store and retries transient failures; returns null if there is no such object. */
export async function askBucket(
  address: BucketAddress,
  method: string,
  asked: Asked = {},
): Promise<Response | null> {
  for (let tries = 1; ; tries += 1) {
    const again = () => setTimeout(100 * tries ** 2);
    const answer = await sendInSpan(address, method, asked).catch((error: unknown) => {
      if (tries === triesEach) throw error;
      return null;
    });
    if (answer?.ok) return answer;
    if (answer && !(isWorthAnother(answer.status) && tries < triesEach)) {
      const text = await answer.text();
      const isObjectGone = answer.status === 404 && asked.key !== undefined && !text.includes('NoSuchBucket');
      if (isObjectGone) return null;
      throw errorOf(address, answer.status, text);
    }
    await answer?.body?.cancel();
    await again();
  }
}

/** Returns the text of a response. Throws if it reports a failure. */
export async function textOf(address: BucketAddress, answer: Response | null): Promise<string> {
  const text = (await answer?.text()) ?? '';
  // The store may send status 200 before a long operation fails.
  if (!answer) throw new BucketError('The object store has lost what it was sent', storeAwayCode);
  if (text.includes('<Error>')) throw errorOf(address, answer.status, text);
  return text;
}

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Distributes requests over several processes. */
export type Target = { readonly origins: readonly string[] };
/** The results of requests of one kind. */
export type Answers = { readonly ms: number[]; readonly errors: string[] };

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

let turn = 0;
export const nextOrigin = ({ origins }: Target): string => origins[turn++ % origins.length] ?? '';

/** Each visitor has a network of their own because of the rate limits. */
export const someNetwork = () => `10.${[...randomBytes(3)].join('.')}`;

type Asked = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
};
export type Answer = {
  readonly status: number;
  readonly body: Buffer;
  readonly headers: IncomingMessage['headers'];
};

/** Sends a request and reads the whole response; rejects if the connection breaks. */
export function ask(origin: string, { method = 'GET', path, headers = {}, body }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { 'accept-encoding': 'gzip', 'x-forwarded-for': someNetwork(), ...headers };
    const sent = request(new URL(path, origin), { method, agent, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), headers: response.headers }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

/** Records how long a call took, or why it failed. */
async function note(
  { ms, errors }: Answers,
  what: string,
  work: () => Promise<string | null>,
): Promise<void> {
  const start = performance.now();
  const fault = await work().catch((error: unknown) => String(error));
  if (fault === null) ms.push(performance.now() - start);
  else errors.push(`${what}: ${fault}`);
}

const statusFault = ({ status, body }: Answer, expected = 200) =>
  status === expected ? null : `${status} ${body.toString().slice(0, 200)}`;

/** The styles, scripts, fonts and images of this site that a page loads. */
export async function findParts(target: Target, path: string): Promise<string[]> {
  const { body } = await ask(nextOrigin(target), { path, headers: { 'accept-encoding': 'identity' } });
  const named = [
    ...body.toString().matchAll(/(?:href|src)="(\/[^"#?]+\.(?:css|js|woff2|svg|webp|avif|png))/g),
  ];
  return [...new Set(named.map(([, part = '']) => part))];
}

/**
 * Simulates visitors, several at once, each with an empty cache. The time is that of the page itself, which blocks
 * everything else.
 */
export async function visit(
  target: Target,
  pages: ReadonlyMap<string, readonly string[]>,
  { visits, atOnce }: { readonly visits: number; readonly atOnce: number },
): Promise<Answers> {
  const answers: Answers = { ms: [], errors: [] };
  const paths = [...pages.keys()];
  let left = visits;
  const visitor = async () => {
    while (left > 0) {
      left -= 1;
      const path = paths[left % paths.length] ?? '/';
      const origin = nextOrigin(target);
      await note(answers, path, async () => statusFault(await ask(origin, { path })));
      for (const part of pages.get(path) ?? []) {
        const fault = await ask(origin, { path: part }).then(statusFault, String);
        if (fault !== null) answers.errors.push(`${part}: ${fault}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  return answers;
}

/**
 * Submits forms at a steady rate, independent of response times, until stopped. Adds the mark of each accepted form to
 * `accepted`.
 */
export async function submitSteadily(
  target: Target,
  { perMinute, signal }: { readonly perMinute: number; readonly signal: AbortSignal },
): Promise<Answers & { readonly accepted: string[] }> {
  const answers = { ms: [], errors: [], accepted: [] as string[] };
  const pending: Promise<void>[] = [];
  const startMs = performance.now();
  for (let n = 0; !signal.aborted; n += 1) {
    const dueMs = startMs + (n * 60_000) / perMinute;
    await wait(Math.max(0, dueMs - performance.now()));
    const mark = randomUUID();
    const fields = {
      name: 'Runa Vestergaard',
      email: `${mark}@visitor.example`,
      message: `A short film, ${mark}.`,
      submission_id: mark,
    };
    const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
    const asked = {
      method: 'POST',
      path: '/forms/contact',
      headers,
      body: new URLSearchParams(fields).toString(),
    };
    pending.push(
      note(answers, 'form', async () => {
        const fault = statusFault(await ask(nextOrigin(target), asked));
        if (fault === null) answers.accepted.push(mark);
        return fault;
      }),
    );
  }
  await Promise.all(pending);
  return answers;
}

/** Uploads one file as the portal does, and downloads it again. */
async function upload(
  origin: string,
  cookie: string,
  { projectId, bytes }: { projectId: string; bytes: Buffer },
): Promise<string | null> {
  const tus = { cookie, 'tus-resumable': '1.0.0' };
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const about = `projectId ${base64(projectId)},name ${base64(`take-${randomUUID()}.txt`)}`;
  const begin = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': about };
  const begun = await ask(origin, { method: 'POST', path: '/desk/uploads', headers: begin });
  const path = begun.headers.location;
  if (path === undefined) return statusFault(begun, 201);
  const place = new URL(path, origin).pathname;
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const sent = statusFault(await ask(origin, { method: 'PATCH', path: place, headers, body: bytes }), 204);
  if (sent !== null) return sent;
  const file = `/portal/files/${place.split('/').at(-1)}`;
  const got = await ask(origin, { path: file, headers: { cookie, 'accept-encoding': 'identity' } });
  const hashOf = (some: Buffer) => createHash('sha256').update(some).digest('hex');
  return got.status === 200 && hashOf(got.body) === hashOf(bytes)
    ? null
    : `came back as ${got.status}, ${got.body.length} bytes`;
}

/** Runs several uploads of this many bytes at once. */
export async function uploadAtOnce(
  target: Target,
  {
    token,
    projectId,
    count,
    bytes,
  }: { readonly token: string; readonly projectId: string; readonly count: number; readonly bytes: number },
): Promise<Answers> {
  const answers: Answers = { ms: [], errors: [] };
  const one = () =>
    note(answers, 'upload', () =>
      upload(nextOrigin(target), `antinode_session=${token}`, { projectId, bytes: randomBytes(bytes) }),
    );
  await Promise.all(Array.from({ length: count }, one));
  return answers;
}

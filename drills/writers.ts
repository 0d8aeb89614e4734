import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Project, ReadyStudio } from './studio.ts';

export type WriteKind = 'form' | 'message' | 'upload' | 'approval';

/** One request with its own mark. It is repeated, as by a browser, until it is acknowledged. */
export type Write = {
  readonly kind: WriteKind;
  /**
   * The mark in the stored data: the id of a submission or message, or (for uploads and approvals) part of the file's
   * name.
   */
  readonly mark: string;
  isAcknowledged: boolean;
  /** The number of attempts. */
  tries: number;
  /** For an upload: where it continues, once known. */
  location?: string;
  /** For an approval: the upload that it approves. */
  readonly upload?: Write;
  /** For an upload: one whole chunk of a browser, which takes longer than a stopping server waits for requests. */
  readonly isLong?: boolean;
};

/** A writer's requests, in order. */
export type WriterKind = Exclude<WriteKind, 'approval'> | 'long upload';

/** The response status of a write; null if the connection broke. */
export type Heard = { readonly kind: WriteKind | 'long upload'; readonly status: number | null };

export type Where = {
  readonly studio: Pick<ReadyStudio, 'address' | 'team' | 'client'>;
  readonly project: Pick<Project, 'projectId'>;
  readonly hear?: (heard: Heard) => void;
};

const pauseMs = 15;
const longUploadMs = 25_000;
const bytesOf = ({ mark, isLong }: Write) =>
  Buffer.from(`Notes of the session ${mark}\n`.repeat(isLong ? 130_000 : 40));
export const hashOf = (write: Write) => createHash('sha256').update(bytesOf(write)).digest('hex');
export const nameOf = ({ mark }: Write) => `notes-${mark}.txt`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

const newWrite = (kind: WriteKind, more: Pick<Write, 'upload' | 'isLong'> = {}): Write => ({
  kind,
  mark: randomUUID(),
  isAcknowledged: false,
  tries: 0,
  ...more,
});

/** Returns the status if it is a server error, otherwise null; throws if the connection broke. */
async function post(url: URL, cookie: string, fields: Record<string, string>): Promise<number> {
  const byte = () => Math.floor(Math.random() * 256);
  const headers = {
    accept: 'application/json',
    cookie,
    // Each comes from another network because of the rate limits.
    'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}`,
  };
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const said = await answer.text();
  // While the database restarts, 503 means that nothing was stored; any other server error would be a bug.
  if (!answer.ok && answer.status < 500)
    throw new Refusal(`${url.pathname}: ${answer.status} ${said.slice(0, 300)}`);
  return answer.status;
}

/** The server is available and refuses the request: a bug of the drill or of the product. */
class Refusal extends Error {}

const sendForm = ({ studio }: Where, { mark }: Write) =>
  post(new URL('/forms/contact', studio.address), '', {
    name: 'Runa Vestergaard',
    email: `${mark}@visitor.example`,
    message: `A short film, ${mark}.`,
    submission_id: mark,
  });

const sendMessage = ({ studio, project }: Where, { mark }: Write) =>
  post(new URL('/portal/messages?do=send-message', studio.address), studio.client, {
    messageId: mark,
    projectId: project.projectId,
    content: `About the take, ${mark}.`,
  });

const sendApproval = ({ studio, project }: Where, { upload }: Write) => {
  if (!upload) throw new Error('An approval is of an upload');
  const page = `/portal/projects/${project.projectId}?do=approve-file`;
  const fileId = upload.location?.split('/').at(-1) ?? '';
  return post(new URL(page, studio.address), studio.client, { fileId, sha256: hashOf(upload), sheet: '' });
};

/**
 * Whether a tus client retries after such a response: another request is writing, or the server is temporarily unable
 * to.
 */
const mayPass = ({ status }: { status: number }) => status === 409 || status === 423 || status >= 500;

/** Sends a chunk evenly over this time until there is a response; throws if the connection broke. */
function sendPiece(
  url: URL,
  headers: Record<string, string>,
  { bytes, takesMs }: { bytes: Buffer; takesMs: number },
): Promise<{ status: number; offset: number }> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(bytes.length) };
    const sending = request(url, { method: 'PATCH', headers: { ...headers, ...length }, agent: false });
    const over = new AbortController();
    sending.once('error', (error) => {
      over.abort();
      reject(error);
    });
    sending.once('response', (answer) => {
      over.abort();
      answer.resume().once('error', reject);
      answer.once('end', () => {
        resolve({ status: answer.statusCode ?? 0, offset: Number(answer.headers['upload-offset']) });
        sending.destroy();
      });
    });
    const steps = takesMs === 0 ? 1 : 100;
    const size = Math.ceil(bytes.length / steps);
    const send = async () => {
      for (let at = 0; at < bytes.length && !over.signal.aborted; at += size) {
        sending.write(bytes.subarray(at, at + size));
        if (takesMs > 0) await wait(takesMs / steps);
      }
      if (!over.signal.aborted) sending.end();
    };
    void send();
  });
}

/** Continues at the offset that the server reports; starts over only if the upload is unknown, as tus clients do. */
async function sendUpload({ studio, project }: Where, write: Write): Promise<number> {
  const bytes = bytesOf(write);
  const tus = { cookie: studio.team, 'tus-resumable': '1.0.0' };
  let offset = 0;
  if (write.location !== undefined) {
    const asked = await fetch(new URL(write.location, studio.address), { method: 'HEAD', headers: tus });
    if (mayPass(asked)) return asked.status;
    if (asked.ok) offset = Number(asked.headers.get('upload-offset'));
    else delete write.location;
  }
  if (write.location === undefined) {
    const about = `projectId ${base64(project.projectId)},name ${base64(nameOf(write))},needsApproval ${base64('yes')}`;
    const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': about };
    const begun = await fetch(new URL('/desk/uploads', studio.address), { method: 'POST', headers });
    const location = begun.headers.get('location');
    if (location === null) {
      if (mayPass(begun)) return begun.status;
      throw new Refusal(`An upload begins with ${begun.status} ${await begun.text()}`);
    }
    write.location = new URL(location, studio.address).pathname;
  }
  // A server may accept a part and report its offset.
  for (let status = 200; ;) {
    if (offset === bytes.length) return status;
    const headers = {
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    };
    const sent = await sendPiece(new URL(write.location, studio.address), headers, {
      bytes: bytes.subarray(offset),
      takesMs: write.isLong ? (longUploadMs * (bytes.length - offset)) / bytes.length : 0,
    });
    if (mayPass(sent)) return sent.status;
    if (sent.status !== 204) throw new Refusal(`An upload ends with ${sent.status}`);
    [status, offset] = [sent.status, sent.offset];
  }
}

const senders = { form: sendForm, message: sendMessage, upload: sendUpload, approval: sendApproval } as const;

/** Returns the request that follows the last write: an upload is followed by its approval. */
const nextAfter = (kind: WriterKind, last: Write | undefined): Write => {
  if (last?.kind === 'upload') return newWrite('approval', { upload: last });
  return kind === 'long upload' ? newWrite('upload', { isLong: true }) : newWrite(kind);
};

/**
 * Sends one write after the other until `signal` ends it; unacknowledged ones are repeated, also in the next call.
 * Throws if the server refused a request.
 */
export function createWriter(kind: WriterKind, all: Write[]) {
  let current: Write | undefined;
  return async (where: Where, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      if (!current || current.isAcknowledged) {
        current = nextAfter(kind, current);
        all.push(current);
      }
      current.tries += 1;
      const heard = current.isLong ? 'long upload' : current.kind;
      try {
        const status = await senders[current.kind](where, current);
        current.isAcknowledged = status < 400;
        where.hear?.({ kind: heard, status });
      } catch (error) {
        // Any other error is a connection that broke because the server was killed.
        if (error instanceof Refusal) throw error;
        where.hear?.({ kind: heard, status: null });
      }
      await wait(current.isAcknowledged ? pauseMs : pauseMs * 10);
    }
  };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { files } from '#src/features/files/store/file.table.ts';
import { storedPathOf } from '#src/features/files/store/file-folder.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { studioHost, type Proxy } from './proxy.ts';
import { seedWorkspace, type SeededWorkspace } from './seed-workspace.ts';

/** Fills an empty studio: one project with this many small files, whose ids are returned too. */
export async function fillStudio(
  dataDir: string,
  filesEach: number,
): Promise<SeededWorkspace & { fileIds: string[] }> {
  const onHung = () => {
    throw new Error('The database hangs');
  };
  const database = await openDatabase({ dataDir, databaseUrl: null }, { deadlineMs: 300_000, onHung });
  const { db } = database;
  const seeded = await seedWorkspace(database, {
    leads: 2,
    clients: 1,
    projects: 1,
    messages: 2,
    filesEach,
  });
  await db.update(files).set({ sizeBytes: 4 });
  const { id, storageKey } = files;
  const stored = await db.select({ id, storageKey }).from(files).where(eq(files.projectId, seeded.projectId));
  for (const file of stored) {
    const path = storedPathOf(dataDir, file.storageKey);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'wave');
  }
  await database.close();
  return { ...seeded, fileIds: stored.map((file) => file.id) };
}

export type Answer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

type Asked = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** The visitor's address on this machine. */
  readonly from?: string;
  readonly body?: Buffer | string;
};

/** Starts a request through the proxy, over TLS with its certificate; the caller writes the body and ends it. */
export const beginRequest = (
  proxy: Proxy,
  path: string,
  { method = 'GET', headers = {}, from }: Asked = {},
) =>
  httpsRequest({
    host: '127.0.0.1',
    port: proxy.httpsPort,
    localAddress: from ?? '127.0.0.2',
    servername: studioHost,
    ca: proxy.certificate,
    agent: false,
    method,
    path,
    headers: { host: studioHost, ...headers },
  });

const answerTo = (request: ReturnType<typeof httpRequest>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });

async function readAnswer(request: ReturnType<typeof httpRequest>): Promise<Answer> {
  const response = await answerTo(request);
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
}

/** Sends a request through the proxy, as a visitor with an address of their own. */
export function askThrough(proxy: Proxy, path: string, asked: Asked = {}): Promise<Answer> {
  const request = beginRequest(proxy, path, asked);
  const answer = readAnswer(request);
  request.end(asked.body);
  return answer;
}

/** Sends a plain http request to the proxy's port. */
export function askPlain(proxy: Proxy, path: string): Promise<Answer> {
  const request = httpRequest({
    host: '127.0.0.1',
    port: proxy.httpPort,
    agent: false,
    path,
    headers: { host: studioHost },
  });
  const answer = readAnswer(request);
  request.end();
  return answer;
}

/** An open stream of events: the data received so far, and a function that ends it. */
export async function openStream(proxy: Proxy, path: string, headers: Record<string, string>) {
  const request = beginRequest(proxy, path, { headers });
  const answer = answerTo(request);
  request.end();
  const response = await answer;
  let heard = '';
  response.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  response.on('error', () => undefined);
  return { status: response.statusCode, heard: () => heard, close: () => request.destroy() };
}

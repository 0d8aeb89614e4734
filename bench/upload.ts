import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { report } from '../drills/report.ts';
import { residentKbOf } from './resident-kb.ts';
import { startStudio } from './studio.ts';

/**
 * Uploads one large file to the built server over HTTP in chunks of 8 MB, as browsers do, cuts the connection at a
 * random place in every fortieth chunk and resumes; downloads it again alone and in an archive. Prints the speed next
 * to that of a plain copy with a hash, and the server's memory. `npm run bench -- upload`; 5 GB, or the given size.
 */
const sizeBytes = Math.round(Number(process.argv[2] ?? 5) * 1e9);
const pieceBytes = 8_000_000;
const cutEvery = 40;

const speed = (bytes: number, fromMs: number) => Math.round(bytes / 1000 / (performance.now() - fromMs));

/** Writes incompressible bytes without repetition. */
async function makeFile(path: string): Promise<void> {
  const handle = await open(path, 'w');
  for (let at = 0, block = 0; at < sizeBytes; block++) {
    const bytes = createHash('shake256', { outputLength: 65_536 }).update(String(block)).digest();
    const repeated = Buffer.alloc(Math.min(pieceBytes, sizeBytes - at), bytes);
    await handle.write(repeated);
    at += repeated.length;
  }
  await handle.close();
}

async function hashOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

const folder = mkdtempSync(join(tmpdir(), 'upload-bench-'));
const path = join(folder, 'large.bin');
await makeFile(path);
let from = performance.now();
await pipeline(createReadStream(path), createWriteStream(join(folder, 'copy.bin')));
rmSync(join(folder, 'copy.bin'));
const sha256 = await hashOf(createReadStream(path, { highWaterMark: 1024 * 1024 }));
const rows: Record<string, Record<string, string | number>> = {
  'plain copy, then SHA-256': { 'MB/s': speed(sizeBytes, from) },
};

const { pid, address, cookie, tus, projectId, beginUpload, stop } = await startStudio(folder);

/** Sends a chunk; with `cutAfter` the connection is cut after this many bytes. Returns the status, 0 if it was cut. */
function patch(target: string, offset: number, piece: Buffer, cutAfter?: number): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(piece.length),
    };
    const request = httpRequest(new URL(target, address), { method: 'PATCH', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', () => resolve(0));
    if (cutAfter === undefined) request.end(piece);
    else request.write(piece.subarray(0, cutAfter), () => request.destroy());
  });
}

// Resets the peak memory after a first start.
writeFileSync(`/proc/${pid}/clear_refs`, '5');
const before = residentKbOf(pid);
from = performance.now();
const target = await beginUpload(projectId, 'large.bin', sizeBytes);
const handle = await open(path);
let cuts = 0;
let sentLast = 0;
for (let offset = 0, number = 1; offset < sizeBytes; number++) {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, offset);
  const isCut = number % cutEvery === 0;
  sentLast = performance.now();
  const cutAfter = isCut ? Math.floor(Math.random() * bytesRead) : undefined;
  const status = await patch(target, offset, buffer.subarray(0, bytesRead), cutAfter);
  if (status === 204) offset += bytesRead;
  else if (status === 423 && offset + bytesRead === sizeBytes) break;
  else {
    cuts++;
    // The server may still be writing the bytes received before the cut.
    const asked = await fetch(new URL(target, address), { method: 'HEAD', headers: tus });
    offset = Number(asked.headers.get('upload-offset') ?? offset);
  }
}
while ((await fetch(new URL(target, address), { method: 'HEAD', headers: tus })).status === 423) continue;
rows[`upload, cut ${cuts} times and resumed`] = {
  'MB/s': speed(sizeBytes, from),
  'last request and check, s': ((performance.now() - sentLast) / 1000).toFixed(1),
};
await handle.close();

const fileId = target.slice(target.lastIndexOf('/') + 1);
for (const [name, link] of [
  ['download', `/portal/files/${fileId}`],
  ['download as ZIP', `/portal/projects/${projectId}/files.zip?file=${fileId}`],
] as const) {
  from = performance.now();
  const answer = await fetch(new URL(link, address), { headers: { cookie } });
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const isSame = name === 'download' ? (await hashOf(answer.body)) === sha256 : await skim(answer);
  rows[name] = { 'MB/s': speed(sizeBytes, from), 'as it was': isSame ? 'yes' : 'NO' };
}

/** Reads an archive to its end; returns whether it has the announced length. */
async function skim(answer: Response): Promise<boolean> {
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  return String(bytes) === answer.headers.get('content-length');
}

const mb = (kb: number) => Math.round(kb / 1024);
report({
  tables: [{ rows }],
  notes: [
    `${sizeBytes / 1e9} GB; the server held ${mb(before)} MB before, ${mb(residentKbOf(pid, 'most'))} MB at most, ${mb(residentKbOf(pid))} MB at the end.`,
  ],
});
await stop();
rmSync(folder, { recursive: true });

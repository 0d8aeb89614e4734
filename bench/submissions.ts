import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmbedded } from '#src/platform/database/open-embedded.ts';
import { report } from '../drills/report.ts';
import { startSite } from './site.ts';
import { median } from './quantile.ts';

/**
 * Measures accepted form submissions per second, end to end over HTTP, against bare single-row commits of the same
 * embedded database. Both take turns in the same run, and the ratio is the median of the turns' ratios, so that it is
 * valid on a noisy machine.
 */
const rounds = 5;
const seconds = 4;
const clients = 16;
/** Commits one row at a time to a separate durable database. */
async function bareCommits(forSeconds: number): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'antinode-bench-'));
  const options = { deadlineMs: 60_000, onHung: () => process.exit(1) };
  const database = await openEmbedded(dataDir, options);
  if (database.driver.kind !== 'embedded') throw new Error('Not the embedded database');
  const { client } = database.driver;
  await client.exec('create table bare (id uuid primary key, text text not null)');
  const insert = () => client.query('insert into bare values ($1, $2)', [randomUUID(), 'x'.repeat(200)]);
  for (let warm = 0; warm < 200; warm += 1) await insert();
  let commits = 0;
  const end = performance.now() + forSeconds * 1000;
  while (performance.now() < end) {
    await insert();
    commits += 1;
  }
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
  return commits / forSeconds;
}

/** The number that another process of this file prints. */
async function measured(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  await once(child, 'exit');
  return Number(printed);
}

/** Each submission comes from another person and another network because of the rate limits. */
function submission(host: string): string {
  const byte = () => Math.floor(Math.random() * 256);
  const fields = {
    name: 'Runa Vestergaard',
    email: `${randomUUID()}@visitor.example`,
    company: 'Halfmoon Pictures',
    service: 'Post-Production',
    message: 'Dialogue edit and mix for a documentary, reel three, picture locked in January.',
    form_source: 'contact_form',
    submission_id: randomUUID(),
  };
  const body = new URLSearchParams(fields).toString();
  return [
    'POST /forms/contact HTTP/1.1',
    `Host: ${host}`,
    'Accept: application/json',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    `X-Forwarded-For: 10.${byte()}.${byte()}.${byte()}`,
    '',
    body,
  ].join('\r\n');
}

/** One client: sends the next submission once the last response is complete. */
function submitForever(url: URL, onAccepted: () => void): () => void {
  const send = () => socket.write(submission(url.host));
  const socket = connect(Number(url.port), url.hostname, send);
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/^content-length: (\d+)/im.exec(received)?.[1] ?? 0);
    if (received.length < headEnd + 4 + length) return;
    if (!received.startsWith('HTTP/1.1 200')) throw new Error(received.slice(0, 2000));
    received = '';
    onAccepted();
    send();
  });
  return () => socket.destroy();
}

async function main(): Promise<void> {
  const [role, address = ''] = process.argv.slice(2);
  if (role === 'bare') {
    process.stdout.write(String(await bareCommits(seconds)));
  } else if (role === 'submit') {
    const url = new URL(address);
    let accepted = 0;
    const stops = Array.from({ length: clients }, () => submitForever(url, () => (accepted += 1)));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    for (const stop of stops) stop();
    process.stdout.write(String(accepted / seconds));
  } else {
    const site = await startSite({ TRUSTED_PROXIES: '127.0.0.1' });
    const bare: number[] = [];
    const ours: number[] = [];
    await measured('submit', site.origin);
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await measured('bare'));
      ours.push(await measured('submit', site.origin));
    }
    await site.stop();
    const ratios = ours.map((rate, round) => rate / (bare[round] ?? Number.NaN));
    const inWords = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
    const rows = {
      'bare single-row commits': { 'per second (median)': Math.round(median(bare)) },
      [`accepted submissions, ${clients} clients`]: { 'per second (median)': Math.round(median(ours)) },
      ratio: { 'per second (median)': `${median(ratios).toFixed(2)} (to reach: 0.40)` },
    };
    report({ tables: [{ rows }], notes: [`Ratio turn by turn: ${inWords}`] });
  }
}

await main();

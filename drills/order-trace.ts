import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { launchStudio } from './studio.ts';
import { createOrderCheck, type OrderReport } from './check-order.ts';

const scopeFile = '/proc/sys/kernel/yama/ptrace_scope';
const senders = 8;
const calls = 'fsync,fdatasync,read,readv,recvfrom,write,writev,sendto,sendmsg,pwrite64,pwritev';
// Longer than any write of the log, so that none is truncated.
const longestString = 4 * 1024 * 1024;

/** Returns why a running process cannot be traced here; null if it can. */
export function reasonNotToTrace(): string | null {
  const tried = spawnSync('strace', ['-o', '/dev/null', 'true'], { encoding: 'utf8' });
  if (tried.error) return 'strace is not installed';
  if (tried.status !== 0) return `strace may not trace here: ${tried.stderr.trim().split('\n', 1)[0]}`;
  const scope = existsSync(scopeFile) ? Number(readFileSync(scopeFile, 'utf8')) : 0;
  const isAllowed = scope === 0 || (scope < 3 && process.getuid?.() === 0);
  return isAllowed
    ? null
    : `strace may not follow a running process here (kernel.yama.ptrace_scope=${scope})`;
}

/** Traces a process with strace into a file; resolves once it is attached. */
async function follow(pid: number, file: string) {
  const tracing = spawn(
    'strace',
    ['-f', '-y', '-s', String(longestString), '-e', `trace=${calls}`, '-o', file, '-p', String(pid)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(tracing, 'exit');
  const [said] = (await once(tracing.stderr, 'data')) as [Buffer];
  tracing.stderr.resume();
  if (tracing.exitCode !== null || /not permitted|cannot/i.test(said.toString())) {
    await ended;
    throw new Error(said.toString().trim());
  }
  return async () => {
    tracing.kill('SIGINT');
    await ended;
  };
}

/** Sends forms one after the other until this many receipts have arrived. */
async function send(address: string, left: { count: number }): Promise<void> {
  const byte = () => Math.floor(Math.random() * 256);
  while (left.count > 0) {
    left.count -= 1;
    const mark = `drill-${randomUUID()}`;
    const answer = await fetch(new URL('/forms/contact', address), {
      method: 'POST',
      headers: { accept: 'application/json', 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` },
      body: new URLSearchParams({
        name: 'Runa Vestergaard',
        email: `${mark}@visitor.example`,
        message: mark,
        submission_id: randomUUID(),
      }),
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`A form was refused: ${answer.status} ${said.slice(0, 300)}`);
  }
}

async function check(file: string): Promise<OrderReport> {
  const checking = createOrderCheck();
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) checking.take(line);
  return checking.report();
}

/**
 * Traces the built server with its embedded database for this many receipts, and checks the order of its system calls.
 */
export async function drillOrder(
  receipts: number,
  prepare?: (dataDir: string) => void,
): Promise<OrderReport> {
  const scratch = mkdtempSync(join(tmpdir(), 'antinode-order-'));
  const dataDir = join(scratch, 'data');
  prepare?.(dataDir);
  const server = launchStudio({ DATA_DIR: dataDir });
  try {
    const { address } = await server.ready();
    const trace = join(scratch, 'trace');
    const stopTracing = await follow(server.pid, trace);
    const left = { count: receipts };
    await Promise.all(Array.from({ length: senders }, () => send(address, left)));
    await stopTracing();
    return await check(trace);
  } finally {
    await server.kill();
    rmSync(scratch, { recursive: true, force: true });
  }
}

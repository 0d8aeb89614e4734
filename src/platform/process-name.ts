import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dayMs } from './durations.ts';

/** Of another machine on the same disk nobody knows what runs there: what has not changed for so long counts as left. */
const leftAfterMs = dayMs;

/** What a process calls its own files, so that others can tell whether it is gone. */
export const processName = (pid = process.pid): string => `${hostname()}.${pid}`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns true if the process of this name, which owns this file or folder, is gone. */
export async function isGone(name: string, path: string, now: Date): Promise<boolean> {
  const [, host = '', pid = ''] = /^(.*)\.(\d+)$/.exec(name) ?? [];
  if (host === hostname()) return !isRunning(Number(pid));
  const found = await stat(path).catch(() => null);
  return found !== null && now.getTime() - found.mtimeMs > leftAfterMs;
}

import { readFileSync } from 'node:fs';

/** Returns the current or peak memory of a process, in kB. */
export function residentKbOf(pid: number, moment: 'now' | 'most' = 'now'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kb] = (moment === 'now' ? /^VmRSS:\s+(\d+) kB$/m : /^VmHWM:\s+(\d+) kB$/m).exec(status) ?? [];
  return Number(kb);
}

import { readFileSync } from 'node:fs';

/** How much memory a process holds now, or held at most, in kB. */
export function residentKbOf(pid: number, moment: 'now' | 'most' = 'now'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kb] = (moment === 'now' ? /^VmRSS:\s+(\d+) kB$/m : /^VmHWM:\s+(\d+) kB$/m).exec(status) ?? [];
  return Number(kb);
}

import words from '#content/installation.yaml';
import { calendarReasonText } from '#src/features/calls/hours/calendars-panel.tsx';
import { fileSizeText } from '#src/features/files/file-size.ts';
import { leastFreeForUploads } from '#src/platform/disk-room.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { numberText } from '#src/studio/locale.ts';
import { whenText } from '#src/studio/when-text.ts';
import type { InstallationTask } from '../tasks/task.table.ts';
import {
  backupHealth,
  diskHealth,
  mailHealth,
  queueHealth,
  testHealth,
  type CertificateState,
  type Health,
  type Installation,
  type QueueState,
} from './find-installation.ts';

const { state: text, tasks } = words;

/** A part of the installation: its state, what is known about it, and what to do. */
export type StateRow = {
  readonly id: string;
  readonly title: string;
  readonly health: Health;
  readonly texts: readonly string[];
  /** What to do; shown unless it is fine. */
  readonly todo?: string;
  /** A command for the terminal; shown unless it is fine. */
  readonly command?: string;
  readonly links?: readonly { readonly href: string; readonly label: string }[];
};

function backupRow({ lastBackup: last, commands }: Installation, now: Date): StateRow {
  const row = {
    id: 'backup',
    title: text.backup.title,
    health: backupHealth(last, now),
    command: commands.backup,
  };
  if (!last?.finishedAt) return { ...row, texts: [text.backup.none], todo: text.backup.todo };
  const when = whenText(last.finishedAt);
  const size = last.sizeBytes === null ? numberText(last.rowCount ?? 0) : fileSizeText(last.sizeBytes);
  const { missingCount, damagedCount } = last;
  const isWhole = missingCount + damagedCount === 0;
  const made = isWhole
    ? fill(text.backup.made, { when, size })
    : fill(text.backup.incomplete, {
        when,
        size,
        missing: numberText(missingCount),
        damaged: numberText(damagedCount),
      });
  const byCommand = last.place === null ? tasks.piped : fill(text.backup.at, { place: last.place });
  return {
    ...row,
    texts: [made, last.isFromCommand ? byCommand : text.backup.here],
    todo: isWhole ? text.backup.todo : text.backup.todoIncomplete,
  };
}

/** Returns why a task failed, as a sentence. */
export const problemText = ({ problem }: InstallationTask): string =>
  problem === 'full' ? tasks.full : (problem ?? tasks.failed);

function testRow({ lastTest: last, commands }: Installation, now: Date): StateRow {
  const row = { id: 'test', title: text.test.title, health: testHealth(last, now), todo: text.test.todo };
  const command = commands.test;
  if (!last?.finishedAt) return { ...row, command, texts: [text.test.none] };
  const when = whenText(last.finishedAt);
  if (last.state === 'failed')
    return { ...row, command, texts: [fill(text.test.failed, { when, reason: problemText(last) })] };
  const made = whenText(last.testedAt ?? last.askedAt);
  const counts = { rows: numberText(last.rowCount ?? 0), files: numberText(last.fileCount ?? 0) };
  return { ...row, command, texts: [fill(text.test.passed, { when, made, ...counts })] };
}

function diskRow({ disk, hasBucket, engine }: Installation): StateRow {
  const [free, size] = [fileSizeText(disk.freeBytes), fileSizeText(disk.sizeBytes)];
  return {
    id: 'disk',
    title: text.disk.title,
    health: diskHealth(disk),
    texts: [
      fill(text.disk.text, { free, size }),
      ...(hasBucket ? [text.disk.bucket] : []),
      ...(engine === 'server' ? [text.disk.server] : []),
    ],
    todo: fill(text.disk.todo, { least: fileSizeText(leastFreeForUploads) }),
    command: 'df -h',
  };
}

function mailRow({ mails }: Installation): StateRow {
  const { queued, failing, failed } = mails;
  const counts = { queued: numberText(queued), failing: numberText(failing), failed: numberText(failed) };
  const health = mailHealth(mails);
  return {
    id: 'emails',
    title: text.mails.title,
    health,
    texts: [
      health === 'fine' ? fill(text.mails.fine, { queued: counts.queued }) : fill(text.mails.text, counts),
    ],
    todo: failed > 0 ? text.mails.todo : text.mails.todoRetrying,
    links: [{ href: '/desk/mails', label: text.mails.link }],
  };
}

/** Returns the name of a queue; one that has no name yet is shown by its own. */
function queueName(queue: string): string {
  const own = queue.replace(/\.dead$/, '');
  const name = wordsFor(text.jobs.names, own, own);
  return own === queue ? name : fill(text.jobs.dead, { name });
}

function queueText({ queue, waiting, retrying, failed, oldest }: QueueState): string {
  const counts = { waiting: numberText(waiting), retrying: numberText(retrying), failed: numberText(failed) };
  const line = fill(text.jobs.line, { name: queueName(queue), ...counts });
  return oldest === null ? `${line}.` : `${line}; ${fill(text.jobs.oldest, { when: whenText(oldest) })}.`;
}

const severity: readonly Health[] = ['fine', 'look', 'broken'];

/** Returns the worst of these states. */
const worstOf = (all: readonly Health[]): Health =>
  all.reduce<Health>((worst, one) => (severity.indexOf(one) > severity.indexOf(worst) ? one : worst), 'fine');

function jobsRow({ queues }: Installation, now: Date): StateRow {
  const health = worstOf(queues.map((queue) => queueHealth(queue, now)));
  const late = queues.filter((queue) => queueHealth(queue, now) !== 'fine');
  return {
    id: 'jobs',
    title: text.jobs.title,
    health,
    texts: health === 'fine' ? [text.jobs.fine, ...queues.map(queueText)] : late.map(queueText),
    todo: text.jobs.todo,
    links: health === 'fine' ? [] : [{ href: '/desk/installation/log?level=warn', label: text.log.link }],
  };
}

function calendarsRow({ calendars, calendarCount }: Installation): StateRow {
  const { line, lineNever, fine, link } = text.calendars;
  const lines = calendars.map(({ name, host, failure, readAt }) => {
    const named = { calendar: name, host, why: calendarReasonText(failure) };
    return readAt ? fill(line, { ...named, since: whenText(readAt) }) : fill(lineNever, named);
  });
  const hosts = new Map(calendars.map(({ hostId, host }) => [hostId, host]));
  return {
    id: 'calendars',
    title: text.calendars.title,
    health: calendars.length > 0 ? 'broken' : 'fine',
    texts:
      lines.length > 0
        ? lines
        : [fill(fine[Math.min(calendarCount, 2)] ?? '', { count: numberText(calendarCount) })],
    links: [...hosts].map(([id, host]) => ({ href: `/desk/calls/hours/${id}`, label: fill(link, { host }) })),
  };
}

function certificateText(state: CertificateState & { readonly kind: 'checked' }, now: Date): string {
  const { host, result } = state;
  if (result.kind === 'unreachable')
    return fill(text.certificate.unreachable, { host, reason: result.reason });
  const until = new Date(result.validUntil);
  const named = { host, issuer: result.issuer, until: whenText(until) };
  if (until <= now) return fill(text.certificate.expired, named);
  if (result.fault !== null) return fill(text.certificate.faulty, { ...named, fault: result.fault });
  return fill(text.certificate.valid, named);
}

function certificateRow({ certificate }: Installation, now: Date): StateRow {
  const row = { id: 'certificate', title: text.certificate.title } as const;
  if (certificate.kind === 'none') return { ...row, health: 'fine', texts: [text.certificate.none] };
  const { host } = certificate;
  if (certificate.kind === 'unchecked')
    return { ...row, health: 'fine', texts: [fill(text.certificate.unchecked, { host })] };
  const address = host.includes(':') ? host : `${host}:443`;
  return {
    ...row,
    health: certificate.health,
    texts: [
      certificateText(certificate, now),
      fill(text.certificate.checked, { when: whenText(certificate.checkedAt) }),
    ],
    todo: text.certificate.todo,
    command: `openssl s_client -connect ${address} </dev/null | openssl x509 -noout -enddate`,
  };
}

function storedRows({ engine, databaseBytes, files }: Installation): StateRow[] {
  const size = fileSizeText(databaseBytes);
  const { count, bytes } = files;
  const counted = text.files.text[Math.min(count, 2)] ?? '';
  return [
    {
      id: 'database',
      title: text.database.title,
      health: 'fine',
      texts: [fill(text.database[engine], { size })],
    },
    {
      id: 'files',
      title: text.files.title,
      health: 'fine',
      texts: [fill(counted, { count: numberText(count), size: fileSizeText(bytes) })],
    },
  ];
}

function logRow({ log: { errors, warnings } }: Installation): StateRow {
  return {
    id: 'log',
    title: text.log.title,
    health: errors > 0 ? 'look' : 'fine',
    texts: [fill(text.log.text, { errors: numberText(errors), warnings: numberText(warnings) })],
    links: [{ href: '/desk/installation/log', label: text.log.link }],
  };
}

/** Returns the parts of the installation in the order in which the page shows them. */
export const stateRowsOf = (installation: Installation, now: Date): readonly StateRow[] => [
  backupRow(installation, now),
  testRow(installation, now),
  diskRow(installation),
  mailRow(installation),
  jobsRow(installation, now),
  calendarsRow(installation),
  certificateRow(installation, now),
  ...storedRows(installation),
  logRow(installation),
];

import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ArrivedMail } from './mail-server.ts';
import type { Project, ReadyStudio } from './studio.ts';
import { hashOf, nameOf, type Write } from './writers.ts';

type Exported = {
  readonly messages: { readonly content: string }[];
  readonly files: { readonly id: string; readonly name: string; readonly sha256: string }[];
  readonly approvals: { readonly fileId: string }[];
  readonly activity: { readonly kind: string; readonly subjectId: string | null }[];
};

/** The data that the team finds in the studio, with its number of occurrences. */
export type Stored = {
  /**
   * Submissions and messages by the mark in their text, files by their name, approvals and their log entries by the
   * file's id.
   */
  readonly counts: ReadonlyMap<string, number>;
  readonly hashes: ReadonlyMap<string, string>;
};

const markIn = (text: string) => /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(text)?.[0] ?? text;

/** Reads, as the team, all leads and everything of the client. */
export async function readStored(studio: ReadyStudio, { clientId }: Project): Promise<Stored> {
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(new URL(path, studio.address), { headers: { cookie: studio.team } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const leads = (await ask('/desk/leads.json')) as { submissions: { fields: { message?: string } }[] }[];
  const exported = (await ask(`/desk/clients/${clientId}/export.json`)) as Exported;
  const counts = new Map<string, number>();
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { submissions } of leads)
    for (const { fields } of submissions) count(`form ${markIn(fields.message ?? '')}`);
  for (const { content } of exported.messages) count(`message ${markIn(content)}`);
  for (const { name } of exported.files) count(`upload ${name}`);
  for (const { fileId } of exported.approvals) count(`approval ${fileId}`);
  for (const { kind, subjectId } of exported.activity) count(`${kind} ${subjectId}`);
  return { counts, hashes: new Map(exported.files.map(({ name, sha256 }) => [name, sha256])) };
}

const fileIdOf = (write: Write) => write.upload?.location?.split('/').at(-1) ?? '';

/**
 * The number of rows for each row that a write creates: its own and its log entry, if any. All are 1 once it is
 * acknowledged.
 */
export function rowsOf({ counts }: Stored, write: Write): number[] {
  const keysOf = {
    form: [`form ${write.mark}`],
    message: [`message ${write.mark}`, `message-sent ${write.mark}`],
    upload: [`upload ${nameOf(write)}`],
    approval: [`approval ${fileIdOf(write)}`, `file-approved ${fileIdOf(write)}`],
  };
  return keysOf[write.kind].map((key) => counts.get(key) ?? 0);
}

/**
 * Requests pages of the site, the portal and the desk, one after the other, until stopped. Calls `hear` with their
 * status, null if the connection broke.
 */
export async function readPages(
  { studio, project }: { studio: ReadyStudio; project: Project },
  signal: AbortSignal,
  hear: (path: string, status: number | null) => void,
): Promise<void> {
  const asked: readonly (readonly [string, string])[] = [
    ['/', ''],
    ['/production', ''],
    ['/portal', studio.client],
    [`/portal/projects/${project.projectId}`, studio.client],
    ['/desk', studio.team],
    ['/desk/clients', studio.team],
  ];
  const ask = async (path: string, cookie: string) => {
    const answer = await fetch(new URL(path, studio.address), { headers: { cookie } });
    await answer.text();
    return answer.status;
  };
  while (!signal.aborted) {
    for (const [path, cookie] of asked) hear(path, await ask(path, cookie).catch(() => null));
    await wait(20);
  }
}

/** Whether an acknowledged upload downloads with the same bytes. */
export async function isWhole(studio: ReadyStudio, write: Write, { hashes }: Stored): Promise<boolean> {
  if (hashes.get(nameOf(write)) !== hashOf(write)) return false;
  const id = write.location?.split('/').at(-1) ?? '';
  const url = new URL(`/portal/files/${id}`, studio.address);
  const answer = await fetch(url, { headers: { cookie: studio.client } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.ok && createHash('sha256').update(bytes).digest('hex') === hashOf(write);
}

/** Emails repeated under the same Message-ID, and emails about one subject to one recipient under different ones. */
export function repeatedMails(arrived: readonly ArrivedMail[]) {
  const idsOf = new Map<string, Set<string>>();
  for (const { messageId, to } of arrived) {
    // A Message-ID begins with the subject's key.
    const about = `${markIn(messageId)} ${to}`;
    idsOf.set(about, (idsOf.get(about) ?? new Set()).add(messageId));
  }
  return {
    sameId: arrived.length - new Set(arrived.map(({ messageId, to }) => `${messageId} ${to}`)).size,
    otherId: [...idsOf.values()].filter((ids) => ids.size > 1).length,
  };
}

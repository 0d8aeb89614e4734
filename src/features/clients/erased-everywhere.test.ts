import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accountsFeature } from '#src/features/accounts/accounts-feature.ts';
import { askForCode } from '#src/features/accounts/sign-in/request-code.ts';
import { invoicesFeature } from '#src/features/invoices/invoices-feature.ts';
import { submitRulesOf } from '#src/features/leads/submissions/form-handler.ts';
import { submissionOf, submitLead } from '#src/features/leads/submissions/submission.fixture.ts';
import { outboxFeature } from '#src/features/notifications/outbox/outbox-feature.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import { createProject } from '#src/features/projects/projects.ts';
import { filesFeature } from '#src/features/files/files-feature.ts';
import { handleUpload } from '#src/features/files/uploads/handle-upload.ts';
import { mailKindsOf } from '#src/composition.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { everyRow } from '#src/platform/database/watch-rows.fixture.ts';
import { createJobs } from '#src/platform/jobs/jobs.ts';
import { createMailer, type Mailer, type MailResult } from '#src/platform/mail/mailer.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { erasePerson } from './erase-person.ts';
import { email, makeEverything } from './everything.fixture.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const theirs = /halfmoon|runa|secret/i;

/**
 * Runs the product's jobs on this database, with a mail server whose rejections quote the recipient, or with the
 * mailbox.
 */
async function startStudio(database: Database) {
  const { db } = database;
  const dataDir = makeTestFolder();
  const clock = { now: () => new Date() };
  const secret = 'a secret for tests only';
  const jobs = createJobs({ database, log });
  const answer: { refusal: MailResult | null } = { refusal: null };
  const mailFrom = { name: 'Antinode', address: 'studio@studio.example' };
  const mailbox = createMailer({ smtpUrl: null, mailFrom }, { db, log, clock });
  const mailer: Mailer = { ...mailbox, send: async (mail) => answer.refusal ?? mailbox.send(mail) };
  const services = {
    db,
    database,
    jobs,
    mailer,
    log,
    clock,
    secret,
    origin: 'https://studio.example',
    config: { dataDir, teamInbox: 'team@studio.example', formForwardUrl: null, mailFrom },
    rateLimiter: createRateLimiter({ clock, secret, log }),
    stopping: new AbortController().signal,
  } as unknown as Services;
  const features = [accountsFeature, outboxFeature(mailKindsOf), invoicesFeature, filesFeature];
  for (const feature of features) await feature.register?.(services);
  await jobs.start();
  onTestFinished(() => jobs.stop());
  return { services, answer, dataDir };
}

/** Waits until no job is due. */
const untilIdle = ({ db }: Services) =>
  vi.waitFor(
    async () => {
      const due = sql`select count(*)::int as jobs from pgboss.job where state in ('created', 'active') and start_after <= now()`;
      expect(await db.execute(due)).toMatchObject({ rows: [{ jobs: 0 }] });
    },
    { timeout: 60_000, interval: 100 },
  );

/** Returns the name and content of every file in a folder and its subfolders. */
async function everyFile(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const texts = names.map(async (name) => {
    const path = join(folder, name);
    return (await stat(path)).isFile() ? `${name} ${await readFile(path, 'latin1')}` : name;
  });
  return Promise.all(texts);
}

/** Starts an upload to a project without finishing it. */
async function leaveUpload(
  services: Services,
  person: Parameters<typeof handleUpload>[1]['person'],
  projectId: string,
) {
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const metadata = `projectId ${encoded(projectId)},name ${encoded('Runa Halfmoon.wav')}`;
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1000', 'upload-metadata': metadata };
  const address = 'https://studio.example/desk/uploads';
  const begun = await handleUpload(new Request(address, { method: 'POST', headers }), {
    services,
    person,
    to: 'project',
    uploadId: null,
  });
  const uploadId = begun.headers.get('location')?.split('/').at(-1) ?? '';
  const patch = new Request(`${address}/${uploadId}`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.from('The Halfmoon secret, in part'),
  });
  expect((await handleUpload(patch, { services, person, to: 'project', uploadId })).status).toBe(204);
  return uploadId;
}

const refusals = {
  sent: null,
  'refused for now': { ok: false, permanent: false, reason: `450 <${email}> greylisted` },
  'refused for good': { ok: false, permanent: true, reason: `550 no mailbox ${email}` },
} as const satisfies Record<string, MailResult | null>;

describeOnOneDatabase('after an erasure', (open) => {
  test.each(['sent', 'refused for now', 'refused for good'] as const)(
    'no table or file contains their address, name or text after emails were %s',
    async (how) => {
      const database = await open();
      const { db } = database;
      const { services, answer, dataDir } = await startStudio(database);
      answer.refusal = refusals[how];
      const { ada, clientId, projectId } = await makeEverything(db, services, { hasInvoice: how === 'sent' });
      await submitLead(db, submissionOf({ email, name: 'Runa Halfmoon' }), submitRulesOf(services));
      for (const network of ['192.0.2.1', '192.0.2.2'])
        await askForCode(services, { email, asker: { network, browserToken: null }, next: null });
      const other = await makePerson(db, 'client', 'Somebody else');
      const project = { clientId: other.clientId, name: 'Another', description: '' };
      const made = await db.transaction((tx) => createProject(tx, services, ada, project));
      const [left] = [
        await leaveUpload(services, ada, projectId),
        await leaveUpload(services, ada, made.ok ? made.projectId : ''),
      ];
      await untilIdle(services);
      expect((await everyRow(database)).filter((row) => theirs.test(row)).length).toBeGreaterThan(10);
      expect((await everyFile(dataDir)).filter((file) => theirs.test(file))).toHaveLength(4);

      const erased = await erasePerson(db, services, ada, { clientId }, email);
      expect(erased).toMatchObject({ ok: true });
      await untilIdle(services);
      expect((await everyRow(database, ['public.invoices'])).filter((row) => theirs.test(row))).toEqual([]);
      const uploads = await readdir(join(dataDir, 'uploads'));
      expect(uploads).toHaveLength(2);
      expect(uploads.join(' '), "somebody else's unfinished upload stays").not.toContain(left);
    },
  );
});

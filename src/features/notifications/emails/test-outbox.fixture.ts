import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Database, Db } from '#src/platform/database/database.ts';
import type { JobRequest } from '#src/platform/jobs/queue-worker.ts';
import type { Log } from '#src/platform/log.ts';
import type { Mail, MailResult } from '#src/platform/mail/mailer.ts';
import { announce, type Change } from '../announce.ts';
import { outboxJobOn } from '../outbox/outbox.fixture.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { outbox } from '../outbox/outbox.table.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { makeTestProject, testNow } from '#src/features/projects/test-project.fixture.ts';
import { minuteMs } from '#src/platform/durations.ts';

export const at = (minutes: number) => new Date(testNow.getTime() + minutes * minuteMs);

type Queued = JobRequest & { readonly data: OutboxJob };

/** A clock set by hand, jobs that are kept until they are run, and a mail server with a set response. */
function makeOutbox() {
  const studio = {
    now: testNow,
    queued: [] as Queued[],
    sent: [] as Mail[],
    /** The kinds that the log was told of as unknown. */
    warned: [] as unknown[],
    answer: { ok: true } as MailResult,
  };
  const enqueue = async (_tx: Db, requests: readonly JobRequest[]) =>
    void studio.queued.push(...(requests as Queued[]));
  const send = async (mail: Mail) => {
    if (studio.answer.ok) studio.sent.push(mail);
    return studio.answer;
  };
  return { studio, clock: { now: () => studio.now }, jobs: { enqueue }, mailer: { send } };
}

/** A studio whose clock is set by hand and whose jobs run when they are told to; the bytes of its files lie in `dataDir`. */
export async function openTestOutbox({ db }: Pick<Database, 'db'>, dataDir?: string) {
  const { client, team, projectId } = await makeTestProject(db);
  const { studio, clock, jobs, mailer } = makeOutbox();
  const warn: Log['warn'] = (_event, fields) => void studio.warned.push(fields?.['kind']);
  const job = outboxJobOn(db, { jobs, mailer, clock, warn, ...(dataDir === undefined ? {} : { dataDir }) });
  const change = (who: Person, kind: Change['kind'], more: Partial<Change> = {}) =>
    db.transaction((tx) =>
      announce(tx, { clock, jobs }, who, {
        kind,
        clientId: client.clientId,
        projectId,
        subjectId: uuidv7(),
        ...more,
      }),
    );
  return {
    client,
    projectId,
    studio,
    job,
    jobs,
    byTeam: (kind: Change['kind'], more: Partial<Change> = {}) => change(team, kind, more),
    byClient: (kind: Change['kind'], more: Partial<Change> = {}) => change(client, kind, more),
    set: (values: Partial<typeof people.$inferInsert>) =>
      db.update(people).set(values).where(eq(people.id, client.id)),
    addFile: async (name = 'Tidewater_R3_mix_v2.wav') => {
      const id = uuidv7();
      const rest = {
        kind: 'audio',
        mediaType: 'audio/wav',
        sizeBytes: 1,
        sha256: '00',
        needsApproval: true,
      } as const;
      const by = { uploadedByName: team.name, uploadedAt: studio.now };
      await db.insert(files).values({ id, projectId, name, storageKey: id, ...rest, ...by });
      await change(team, 'file-added', { subjectId: id, notify: 'file-waiting', details: { file: name } });
      return id;
    },
    /** Runs what is due at this moment, also what that queues. */
    runAt: async (minutes: number) => {
      studio.now = at(minutes);
      for (;;) {
        const due = studio.queued.findIndex(({ startAfter }) => !startAfter || startAfter <= studio.now);
        const [next] = due < 0 ? [] : studio.queued.splice(due, 1);
        if (!next) return;
        await job.run(next.data, { id: 'job', attempt: 1 });
      }
    },
    states: async () => (await db.select().from(outbox).orderBy(outbox.createdAt)).map(({ state }) => state),
  };
}

import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import notices from '#content/notices.yaml';
import { people } from '#src/features/accounts/people/person.table.ts';
import { outbox } from '../outbox/outbox.table.ts';
import { makeColleague, makePerson, testNow } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { emailItems } from './email-item.table.ts';
import { openTestOutbox } from './test-outbox.fixture.ts';

const message = { notify: 'message-received' } as const;

describeOnOneDatabase('a client', (open) => {
  test('gets one mail for the files of one upload, also of a long one, and none waits longer than ten minutes', async () => {
    const { studio, addFile, runAt } = await openTestOutbox(await open());
    for (let n = 0; n < 24; n++) {
      await runAt(n * 0.45);
      await addFile(`take-${n}.wav`);
    }
    const first = Array.from({ length: 8 }, (_, n) => `take-${n}.wav`).join(', ');
    const lineOf = (n: number) => studio.sent[n]?.text.match(/^.*waiting for your approval.*$/gm);
    expect(studio.sent).toHaveLength(1);
    expect(lineOf(0)).toEqual([`23 files are waiting for your approval: ${first} and 15 more.`]);
    await runAt(12);
    expect(studio.sent).toHaveLength(2);
    expect(lineOf(1)).toEqual(['take-23.wav is waiting for your approval.']);
    expect(studio.sent.map(({ subject }) => subject)).toEqual([
      '23 files are waiting for your approval',
      'take-23.wav is waiting for your approval',
    ]);
  });
});

describeOnOneDatabase('the team', (open) => {
  test('gets one mail for what a client sends at once, which says how many files it is', async () => {
    const { studio, byClient, runAt } = await openTestOutbox(await open());
    for (let n = 0; n < 12; n++) {
      await runAt(n * 0.4);
      await byClient('file-sent', { details: { file: `take-${n}.wav` } });
    }
    await runAt(4.7);
    expect(studio.sent).toEqual([]);
    await runAt(6);
    expect(studio.sent.map(({ subject }) => subject)).toEqual([
      'Runa Vestergaard sent files: Tidewater, reel 3',
    ]);
    expect(studio.sent[0]?.text).toContain('Runa Vestergaard sent 12 files.');
    expect(studio.sent[0]?.text).not.toContain('take-0.wav');
    await byClient('file-sent', { details: { file: 'one-more.wav' } });
    await runAt(8);
    expect(studio.sent[1]?.text).toContain('Runa Vestergaard sent one-more.wav.');
  });
});

describeOnOneDatabase('a mail that a newer version has queued', (open) => {
  test('says that something has changed, leads a client to the portal, and is logged', async () => {
    const { db } = await open();
    const { studio, byTeam, byClient, runAt } = await openTestOutbox({ db });
    await byTeam('message-sent', message);
    await byClient('message-sent');
    await db.update(outbox).set({ topic: 'calls' });
    await db.update(emailItems).set({ kind: 'call-moved' });
    await runAt(10);
    expect(studio.sent.map(({ subject }) => subject)).toEqual([
      notices.client.otherSubject,
      'Changes for Runa Vestergaard',
    ]);
    expect(studio.sent[0]?.text).toContain(notices.live.something);
    expect(studio.sent[0]?.text).not.toContain('/desk');
    expect(studio.sent[1]?.text).toContain('/desk/projects/');
    expect(studio.warned).toEqual(['call-moved']);
  });
});

describeOnOneDatabase('the mails about one project', (open) => {
  test('belong to one thread for every recipient', async () => {
    const { studio, projectId, byTeam, byClient, addFile, runAt } = await openTestOutbox(await open());
    await addFile();
    await byTeam('message-sent', message);
    await byClient('message-sent');
    await runAt(10);
    expect(studio.sent).toHaveLength(3);
    const root = `${projectId}.project@studio.example`;
    expect(studio.sent.map(({ thread }) => thread)).toEqual(
      studio.sent.map(() => ({ inReplyTo: root, root })),
    );
  });
});

describeOnOneDatabase('a client of several people', (open) => {
  test('has each mail sent to whom it is for, under its own name, and none to who was removed meanwhile', async () => {
    const database = await open();
    const { db } = database;
    await makePerson(db, 'client', 'Osric Vane');
    const { studio, client, byTeam, byClient, runAt } = await openTestOutbox(database);
    const sable = await makeColleague(db, client.clientId, 'Sable Okafor');
    const sentTo = () => studio.sent.splice(0).map(({ to }) => to);
    await byTeam('message-sent', message);
    await runAt(10);
    expect(sentTo().toSorted()).toEqual([client.email, sable.email].toSorted());
    await byClient('file-approved', { details: { file: 'mix.wav' } });
    await runAt(11);
    expect(studio.sent.splice(0).map(({ subject }) => subject)).toEqual([
      'Runa Vestergaard approved mix.wav',
    ]);
    await byTeam('message-sent', message);
    await db.update(people).set({ disabledAt: testNow }).where(eq(people.id, sable.id));
    await runAt(30);
    expect(sentTo()).toEqual([client.email]);
  });
});

describeOnOneDatabase('a mail to a client’s person', (open) => {
  test('greets them by first name, says who wrote and links to the very file', async () => {
    const { studio, projectId, addFile, runAt } = await openTestOutbox(await open());
    const fileId = await addFile('mix.wav');
    await runAt(0.5);
    const page = `https://studio.example/portal/projects/${projectId}?file=${fileId}#file-${fileId}`;
    const [mail] = studio.sent;
    expect(mail?.text.split('\n\n')).toEqual([
      'Hi Runa,',
      `Tidewater, reel 3\nmix.wav is waiting for your approval.\nOpen mix.wav: ${page}`,
      'Ada Brandt, Antinode',
      "You're getting this email because you have a project with us. Change email settings: https://studio.example/portal/settings",
    ]);
    expect(mail?.html).toContain(`href="${page}"`);
    expect(mail?.html).toContain('href="https://studio.example/portal/settings"');
  });

  test('links to a comment at its time, and to the project where the comments are many', async () => {
    const { studio, projectId, byTeam, runAt } = await openTestOutbox(await open());
    const [subjectId, fileId] = [uuidv7(), uuidv7()];
    const details = { file: 'mix.wav', fileId, at: '0:13.4', atMs: '13400' };
    await byTeam('comment-added', { subjectId, details, notify: 'comment-received' });
    await runAt(10);
    const project = `https://studio.example/portal/projects/${projectId}`;
    expect(studio.sent[0]?.text).toContain(
      `Open the comment on mix.wav at 0:13.4: ${project}?file=${fileId}&at=13400#comment-${subjectId}`,
    );
    for (let n = 0; n < 6; n++) await byTeam('comment-added', { details, notify: 'comment-received' });
    await runAt(21);
    expect(studio.sent[1]?.text).toContain(`Open the project: ${project}\n\n`);
    expect(studio.sent[1]?.text).not.toContain('#comment-');
  });
});

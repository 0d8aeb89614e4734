import { v7 as uuidv7 } from 'uuid';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { allFiles, changeRequests, fileComments } from '#src/features/files/store/file.table.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { makeTestProject, testNow } from '#src/features/projects/test-project.fixture.ts';
import { beginningOf } from './email-quote.tsx';
import { saveIncludesTexts } from './email-texts.ts';
import { openTestOutbox } from './test-outbox.fixture.ts';

type Outbox = Awaited<ReturnType<typeof openTestOutbox>>;

/** Writes a message and announces it, by the team unless it is the client's. */
async function write(db: Db, outbox: Outbox, content: string, sender: 'team' | 'client' = 'team') {
  const id = uuidv7();
  const by = { authorName: 'Ada Brandt', sender, sentAt: outbox.studio.now };
  await db.insert(messages).values({ id, projectId: outbox.projectId, content, ...by });
  if (sender === 'team') await outbox.byTeam('message-sent', { notify: 'message-received', subjectId: id });
  else await outbox.byClient('message-sent', { subjectId: id });
  return id;
}

async function comment(db: Db, outbox: Outbox, fileId: string, content: string) {
  const id = uuidv7();
  const by = { authorName: 'Ada Brandt', sender: 'team' as const, madeAt: testNow };
  await db.insert(fileComments).values({ id, fileId, atMs: 13_400, content, mentions: [], ...by });
  const details = { file: 'mix.wav', fileId, at: '0:13.4', atMs: '13400' };
  await outbox.byTeam('comment-added', { notify: 'comment-received', subjectId: id, details });
  return id;
}

describeOnOneDatabase('an email about messages and comments', (open) => {
  test('contains the texts, escaped, and links to the form for an answer', async () => {
    const { db } = await open();
    const outbox = await openTestOutbox({ db });
    await write(db, outbox, 'The gulls are down.\nSee https://example.org/reel?a=1&b=2.');
    await write(db, outbox, '<b>Louder</b> & "brighter"');
    await outbox.runAt(10);
    expect(outbox.studio.sent).toHaveLength(1);
    const { text = '', html = '' } = outbox.studio.sent[0] ?? {};
    expect(text).toContain(
      'Ada Brandt sent you 2 messages.\n> The gulls are down.\n> See https://example.org',
    );
    expect(text).toContain('> <b>Louder</b> & "brighter"');
    expect(html).toContain('&lt;b&gt;Louder&lt;/b&gt; &amp; &quot;brighter&quot;');
    expect(html).toContain('href="https://example.org/reel?a=1&amp;b=2"');
    const { projectId } = outbox;
    expect(text).toContain(`/portal/messages?project=${projectId}#message-${projectId}`);
  });

  test('shows the time code of each comment and links to its place', async () => {
    const { db } = await open();
    const outbox = await openTestOutbox({ db });
    const fileId = await outbox.addFile('mix.wav');
    const ids = [await comment(db, outbox, fileId, 'Less bass.'), await comment(db, outbox, fileId, 'Fine.')];
    await outbox.runAt(10);
    const text = outbox.studio.sent.at(-1)?.text ?? '';
    expect(text).toContain('Ada Brandt left 2 comments on mix.wav.\n> At 0:13.4\n> Less bass.');
    for (const id of ids)
      expect(text).toContain(
        `Open the comment on mix.wav at 0:13.4: https://studio.example/portal/projects/${outbox.projectId}?file=${fileId}&at=13400#comment-${id}`,
      );
  });

  test('leaves out texts that the recipient can no longer see, and those of other clients', async () => {
    const { db } = await open();
    const outbox = await openTestOutbox({ db });
    const fileId = await outbox.addFile('mix.wav');
    await comment(db, outbox, fileId, 'On a removed file.');
    const removed = { removedAt: testNow, removedByName: 'Ada Brandt' };
    await db.update(allFiles).set(removed).where(eq(allFiles.id, fileId));
    const other = await makeTestProject(db);
    const id = await write(db, outbox, 'Moved to somebody else.');
    await db.update(messages).set({ projectId: other.projectId }).where(eq(messages.id, id));
    await outbox.runAt(10);
    const text = outbox.studio.sent.map((mail) => mail.text).join();
    expect(text).toContain('Ada Brandt commented on mix.wav.');
    expect(text).toContain('Ada Brandt sent you a message.');
    expect(text).not.toMatch(/On a removed file|Moved to somebody else/);
  });

  test('shortens a long text, and holds the latest twenty of many', async () => {
    const { db } = await open();
    const outbox = await openTestOutbox({ db });
    const long = await write(db, outbox, `${'word '.repeat(400)}end`);
    for (let n = 1; n <= 21; n++) await write(db, outbox, `Message number ${n}.`);
    await outbox.runAt(10);
    const text = outbox.studio.sent[0]?.text ?? '';
    expect(text).toContain('2 earlier texts are not in this email.');
    expect(text).not.toMatch(/number 1\.|word/);
    expect(text).toContain('> Message number 2.');
    await write(db, outbox, `${'word '.repeat(400)}end`);
    await outbox.runAt(30);
    const shortened = outbox.studio.sent[1]?.text ?? '';
    expect(shortened).toMatch(
      /word …\nRead the whole text: https:\/\/studio\.example\/portal\/messages\?project/,
    );
    expect(shortened).not.toContain('end');
    expect(shortened.length).toBeLessThan(2000);
    expect(long).not.toBe('');
  });

  test('contains no text once the studio has turned that off', async () => {
    const { db } = await open();
    const outbox = await openTestOutbox({ db });
    await saveIncludesTexts(db, false);
    await write(db, outbox, 'Secret.');
    await outbox.runAt(10);
    await saveIncludesTexts(db, true);
    await write(db, outbox, 'Open.');
    await outbox.runAt(30);
    expect(outbox.studio.sent[0]?.html).toContain('sent you a message');
    expect(outbox.studio.sent[0]?.html).not.toContain('Secret.');
    expect(outbox.studio.sent[1]?.html).toContain('Open.');
  });

  test('tells the team what a client wrote and wants changed', async () => {
    const { db } = await open();
    const outbox = await openTestOutbox({ db });
    const fileId = await outbox.addFile('mix.wav');
    const request = {
      requestedByName: 'Runa Vestergaard',
      requestedAt: testNow,
      content: 'More air, please.',
    };
    await db.insert(changeRequests).values({ id: uuidv7(), fileId, sha256: '00', ...request });
    await outbox.byClient('changes-requested', { subjectId: fileId, details: { file: 'mix.wav' } });
    await write(db, outbox, 'When is the next mix due?', 'client');
    await outbox.runAt(10);
    const toTeam = outbox.studio.sent.filter(({ to }) => to === 'team@studio.example');
    expect(toTeam.map(({ text }) => text).join()).toContain('> More air, please.');
    expect(toTeam.map(({ text }) => text).join()).toContain('> When is the next mix due?');
    const toClient = outbox.studio.sent.filter(({ to }) => to !== 'team@studio.example');
    expect(toClient.map(({ text }) => text).join()).not.toContain('More air');
  });
});

test('the beginning of a text ends between words, and never within a character', () => {
  expect(beginningOf('short', 5)).toBeNull();
  expect(beginningOf('one two three', 9)).toBe('one two …');
  expect(beginningOf('😀😀😀😀', 3)).toBe('😀😀😀 …');
});

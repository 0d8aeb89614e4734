import { renderToStaticMarkup } from 'react-dom/server';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import words from '#content/project.yaml';
import { carriedComments, fileComments, files } from '#src/features/files/store/file.table.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import {
  makePerson,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { eq } from 'drizzle-orm';
import { addComment, markCommentDone, replyToComment } from '../player/comments.ts';
import { CommentsPage } from './comments-page.tsx';
import {
  commentFilterOf,
  commentPageSize,
  commentQueryOf,
  findProjectComments,
} from './find-project-comments.ts';

const recordingOf = async (db: Db, fileId: string) => {
  const [file] = await db.select().from(files).where(eq(files.id, fileId));
  return file?.recordingId ?? '';
};

test('the filter survives its query, and unknown values are ignored', () => {
  const recordingId = uuidv7();
  const query = `?state=all&mine=yes&recording=${recordingId}&version=2&page=3`;
  expect(commentQueryOf(commentFilterOf(new URLSearchParams(query)))).toBe(query);
  const odd = new URLSearchParams('state=x&mine=1&recording=x&version=-1&page=0');
  expect(commentQueryOf(commentFilterOf(odd))).toBe('');
});

describeOnOneDatabase('the comments of a project', (open) => {
  async function openWithComments(db: Db) {
    const { client, team, projectId } = await makeTestProject(db);
    const [mix, drums] = [
      await makeFile(db, team, projectId, { name: 'Mix.wav' }),
      await makeFile(db, team, projectId, { name: 'Drums.wav' }),
    ];
    const add = async (fileId: string, content: string, by: typeof client | typeof team = client) => {
      const id = uuidv7();
      const comment = { id, projectId, fileId, atMs: 400, untilMs: null, content };
      expect(await addComment(db, testServices(), by, comment)).toEqual({ ok: true });
      return id;
    };
    const find = (query = '', who: typeof client | typeof team = client) =>
      findProjectComments(db, who, projectId, commentFilterOf(new URLSearchParams(query)));
    const textsOf = async (query = '', who?: typeof client | typeof team) =>
      (await find(query, who))?.comments.map(({ content }) => content);
    return { client, team, projectId, mix, drums, add, find, textsOf };
  }

  test('lists open comments over all files, with filters for state, reader, file and version', async () => {
    const { db } = await open();
    const { client, team, projectId, mix, drums, add, find, textsOf } = await openWithComments(db);
    const gulls = await add(mix.fileId, 'Gulls');
    await add(drums.fileId, 'Kick', team);
    const done = await add(drums.fileId, 'Snare');
    await markCommentDone(db, testServices(), team, { projectId, commentId: done });
    await replyToComment(db, testServices(), team, {
      id: uuidv7(),
      projectId,
      replyTo: gulls,
      content: 'Yes',
    });
    expect(await textsOf()).toEqual(['Gulls', 'Kick']);
    expect(await textsOf('state=done')).toEqual(['Snare']);
    expect(await textsOf('state=all')).toEqual(['Gulls', 'Kick', 'Snare']);
    expect(await textsOf('mine=yes')).toEqual(['Gulls']);
    expect(await textsOf('mine=yes', team)).toEqual(['Kick']);
    const recordingId = await recordingOf(db, drums.fileId);
    expect(await textsOf(`recording=${recordingId}`)).toEqual(['Kick']);
    expect(await textsOf(`recording=${recordingId}&version=9`)).toEqual([]);
    expect((await find())?.comments[0]).toMatchObject({ replies: 1, atMs: 400 });
    const outsider = await makePerson(db, 'client', 'Somebody else');
    expect(await find('', outsider)).toBeNull();
    expect(await findProjectComments(db, client, 'x', commentFilterOf(new URLSearchParams()))).toBeNull();
  });

  test('shows a carried comment at its place on the newest version', async () => {
    const { db } = await open();
    const { team, projectId, mix, add, find, textsOf } = await openWithComments(db);
    const id = await add(mix.fileId, 'Gulls');
    const newer = await makeFile(db, team, projectId, { name: 'Mix.wav' });
    const recordingId = await recordingOf(db, mix.fileId);
    await db.update(files).set({ recordingId, version: 7 }).where(eq(files.id, newer.fileId));
    const place = { commentId: id, fileId: newer.fileId, fromFileId: mix.fileId, atMs: 900, untilMs: null };
    await db.insert(carriedComments).values(place);
    const found = await find();
    expect(found?.comments).toMatchObject([{ fileId: newer.fileId, atMs: 900, madeOnVersion: 1 }]);
    expect(await textsOf(`recording=${recordingId}&version=7`)).toEqual(['Gulls']);
  });

  test('pages a long list and leads to each comment in the player, on either side', async () => {
    const { db } = await open();
    const { client, projectId, mix, find } = await openWithComments(db);
    const rows = Array.from({ length: commentPageSize + 1 }, (_, number) => ({
      id: uuidv7(),
      fileId: mix.fileId,
      authorId: client.id,
      authorName: 'Runa',
      sender: 'client' as const,
      atMs: number,
      content: `<b>${number}</b>`,
      madeAt: new Date(testNow.getTime() + number),
    }));
    await db.insert(fileComments).values(rows);
    const filter = commentFilterOf(new URLSearchParams());
    const found = await find();
    if (!found) throw new Error('The project is missing');
    const page = (side: 'portal' | 'desk') =>
      renderToStaticMarkup(<CommentsPage {...{ found, filter, side }} refused={null} now={testNow} />);
    expect(found).toMatchObject({ total: commentPageSize + 1 });
    expect(found.comments).toHaveLength(commentPageSize);
    expect(page('portal')).toContain('&lt;b&gt;0&lt;/b&gt;');
    expect(page('portal')).toContain(`/portal/projects/${projectId}/comments?page=2`);
    const place = `?file=${mix.fileId}&amp;at=3#comment-${rows[3]?.id}`;
    expect(page('portal')).toContain(`/portal/projects/${projectId}${place}`);
    expect(page('desk')).toContain(`/desk/projects/${projectId}${place}`);
    expect((await find('page=2'))?.comments).toHaveLength(1);
    expect(page('desk')).toContain(words.commentList.next);
  });
});

import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import words from '#content/project.yaml';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { reviewActions } from './review-actions.ts';

describeOnOneDatabase('what a client does with a recording that is gone', (open) => {
  test('rejects an invalid comment with a message', async () => {
    const { db } = await open();
    const { client: person, projectId } = await makeTestProject(db);
    const services = { ...testServices(), db } as unknown as Services;
    const session = { id: uuidv7(), person, isComplete: true, isRecent: true };
    const entries = {
      commentId: uuidv7(),
      fileId: uuidv7(),
      replyTo: uuidv7(),
      version: '1',
      at: '0:01',
      content: 'Lower the gulls.',
    };
    const asked = { services, session, entries, params: { id: projectId } };
    for (const name of [
      'add-comment',
      'reply-to-comment',
      'edit-comment',
      'mark-comment-done',
      'reopen-comment',
    ] as const)
      expect(await reviewActions[name](asked), name).toMatchObject({
        status: 404,
        error: words.player.form.gone,
      });
    expect(await reviewActions['approve-file'](asked)).toMatchObject({
      status: 404,
      error: words.approval.gone,
    });
  });
});

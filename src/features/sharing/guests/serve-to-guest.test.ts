import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import { listeningLinks } from '../links/listening.table.ts';
import { revokeLink } from '../links/edit-link.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeGuestStudio } from './guest-studio.fixture.ts';

describeOnOneDatabase('guests', (open) => {
  test('stops sending a sound once the link or the file has ended', async () => {
    const studio = await makeGuestStudio((await open()).db);
    const { db, ids, services, team, projectId, time } = studio;
    const ends = {
      'nothing happens': async () => undefined,
      'the link is revoked': (linkId: string) => revokeLink(services, team, { projectId, linkId }),
      'the link expires': (linkId: string) =>
        db.update(listeningLinks).set({ expiresAt: time.now }).where(eq(listeningLinks.id, linkId)),
      'its maker is disabled': () =>
        db.update(people).set({ disabledAt: time.now }).where(eq(people.id, team.id)),
      'the file is removed': () => db.delete(files).where(eq(files.id, ids.single)),
    };
    for (const [what, end] of Object.entries(ends)) {
      const { id, token } = await studio.link({ mayDownload: true });
      const served = ['listen', 'download', 'peaks'] as const;
      const readers = [];
      for (const each of served) {
        const { body } = await studio.begin(token, ids.single, each);
        if (!body) throw new Error('The response has no body');
        readers.push(body.getReader());
      }
      for (const reader of readers) expect((await reader.read()).done, what).toBe(false);
      await end(id);
      time.now = new Date(time.now.getTime() + 2000);
      const rests = await Promise.allSettled(readers.map((reader) => reader.read()));
      const isCut = what !== 'nothing happens';
      expect(
        rests.map(({ status }) => status === 'rejected'),
        what,
      ).toEqual(served.map(() => isCut));
      await db.update(people).set({ disabledAt: null });
    }
  });
});

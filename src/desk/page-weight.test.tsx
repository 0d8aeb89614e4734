import { renderToStaticMarkup } from 'react-dom/server';
import { v4 as uuidv4 } from 'uuid';
import { expect, test } from 'vitest';
import { findProject } from '#src/portal/project/find-project.ts';
import { ProjectPage } from '#src/portal/project/project-page.tsx';
import { makeTestProject, testNow } from '#src/features/projects/test-project.fixture.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { commentDraftOf } from '#src/features/review/player/review-request.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { findProjectPage } from './find-project-page.ts';
import { ProjectPageScreen } from './project-page-screen.tsx';

describeOnOneDatabase('the page of a project', (open) => {
  test('grows by the same amount per file, however many there are', async () => {
    const { db } = await open();
    const { projectId, team, client } = await makeTestProject(db);
    const page = {
      now: testNow,
      draft: commentDraftOf(new URL('http://x/'), null, uuidv4()),
      sound: 'full',
    } as const;
    const bytes = async () => {
      const data = await findProjectPage(db, {
        projectId,
        fileId: null,
        canSeeMoney: true,
        today: '2026-11-20',
      });
      const found = await findProject(db, client, { projectId, fileId: null });
      if (!data || !found) throw new Error('The project is missing');
      const desk = (
        <ProjectPageScreen
          {...{ data, ...page }}
          refused={null}
          today="2026-11-20"
          messageId={uuidv4()}
          wholeOf={null}
          personId={team.id}
        />
      );
      const portal = (
        <ProjectPage
          {...{ found, ...page }}
          person={client}
          isSample={false}
          fileError={undefined}
          sentError={undefined}
          refused={null}
          today="2026-11-20"
        />
      );
      return [desk, portal].map((screen) => renderToStaticMarkup(screen).length);
    };
    // Every second one is a suggested version of the one before.
    const add = async (from: number) => {
      for (let each = from; each < from + 10; each += 1)
        for (const version of [1, 2])
          await makeFile(db, team, projectId, { name: `Take ${each}_v${version}.wav` });
    };
    const sizes: number[][] = [];
    // Long lists show the menus of one row at a time.
    for (const from of [10, 20, 30, 40, 50]) {
      await add(from);
      sizes.push(await bytes());
    }
    for (const screen of [0, 1]) {
      const [few = 0, more = 0, most = 0] = sizes.slice(-3).map((size) => size[screen] ?? 0);
      expect((most - more) / (more - few)).toBeCloseTo(1, 1);
    }
  });
});

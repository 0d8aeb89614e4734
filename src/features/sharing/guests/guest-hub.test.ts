import { expect, onTestFinished, test } from 'vitest';
import { revokeLink } from '../links/edit-link.ts';
import { makeSubscriber } from '#src/features/notifications/events/subscriber.fixture.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { v4 as uuidv4 } from 'uuid';
import { createGuestHub } from './guest-hub.ts';
import { makeGuestStudio } from './guest-studio.fixture.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describeOnEachDatabase('the stream of guests', (open) => {
  test('wakes the pages of its client’s links without event details, and closes with the link', async () => {
    const database = await open();
    const studio = await makeGuestStudio(database.db);
    const { services, time, team, client, other, projectId } = studio;
    const hub = await createGuestHub({ database, clock: services.clock, log, heartbeatMs: 20 });
    onTestFinished(() => hub.dispose());
    const subscribe = (linkId: string, of: typeof client, after: number | null = null) => {
      const stream = makeSubscriber(of, '', after);
      const outcome = hub.subscribe({ ...stream.subscriber, linkId });
      if (outcome.ok) stream.onEnd(outcome.unsubscribe);
      return stream;
    };
    const [link, ending] = [await studio.link(), await studio.link({ days: 1 })];
    const [page, soon, elsewhere] = [
      subscribe(link.id, client),
      subscribe(ending.id, client),
      subscribe(link.id, other),
    ];
    await sendMessage(studio.db, services, client, { id: uuidv4(), projectId, content: 'For the studio.' });
    await page.untilText('event: change');
    expect(page.text()).not.toContain('message-sent');
    await elsewhere.untilEnd();
    time.now = new Date(time.now.getTime() + 86_400_000);
    await soon.untilEnd();
    expect(page.isEnded()).toBe(false);
    await revokeLink(services, team, { projectId, linkId: link.id });
    await page.untilEnd();
    expect(elsewhere.numbers(), 'it followed a client whose the project was before a merge').toEqual([]);

    const late = subscribe(link.id, client, time.now.getTime());
    // The page was rendered before the link was revoked.
    await late.untilText('event: change');
    expect(late.numbers()).toHaveLength(1);
  });
});

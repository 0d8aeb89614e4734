import { describe, expect, test, vi } from 'vitest';
import accounts from '#content/accounts.yaml';
import desk from '#content/desk.yaml';
import notices from '#content/notices.yaml';
import portal from '#content/portal.yaml';
import { logUnknownKinds, emailTextOf, notificationOf } from './find-kind.ts';
import type { Log } from '#src/platform/log.ts';

import type { ChangeFacts, NotificationFacts } from './kind.ts';
import { changeKinds, clientOnly, liveOnly } from './change-kinds.ts';
import { notificationKinds } from './notification-kinds.ts';

const about = { projectId: '019', subjectId: '020' };

/** Done by a job, and recorded of nobody. */
const ofNobody = [
  'file-measuring',
  'file-measured',
  'light-made',
  'versions-comparing',
  'versions-compared',
  'sent-file-fetched',
];

/** About a client as a whole, not in a project. */
const ofClients = ['client-changed', 'clients-merged', 'person-changed', 'people-imported'];
/** Said of a client's people, and of no project. */
const ofPeople = ['person-invited', 'rights-changed', 'person-removed', 'person-disabled', 'person-enabled'];

describe('the catalogue of kinds', () => {
  test('has a live sentence for every change, and no other', () => {
    const { something: _, ...sentences } = notices.live;
    expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(changeKinds).toSorted());
  });

  test('has a live sentence for everything that the desk has a sentence for in a history', () => {
    const recorded = [...Object.keys(desk.activity.kinds), ...Object.keys(accounts.team.deeds)];
    const sentences = { ...notices.live, ...notices.deskLive };
    expect(recorded.filter((kind) => !Object.hasOwn(sentences, kind))).toEqual([]);
  });

  test('has a sentence in the history of the desk for everything that is done in a project', () => {
    const wordless = Object.entries(changeKinds).flatMap(([kind, facts]) =>
      facts.deskHistory ? [] : [kind],
    );
    expect(wordless).toEqual([...ofNobody, ...ofClients, 'notifications-cleared', ...ofPeople]);
  });

  test('has a sentence on the page of a client for everything that is done for them', () => {
    const wordless = Object.keys(changeKinds).filter((kind) => !Object.hasOwn(desk.activity.kinds, kind));
    expect(wordless).toEqual(ofNobody);
  });

  test('does not compile with a kind that is not whole', () => {
    // @ts-expect-error What the team is mailed is missing.
    const change: ChangeFacts = { live: 'A.', portalHistory: null, deskHistory: null };
    // @ts-expect-error The page of a client has no sentence for it.
    const silent = clientOnly('file-measured');
    // @ts-expect-error It is done by somebody, and not by a job.
    const nobodys = liveOnly('file-added');
    // @ts-expect-error What settles it is missing.
    const notification: NotificationFacts = { ...notificationKinds['file-waiting'], settledBy: undefined };
    expect([change, silent, nobodys, notification]).toHaveLength(4);
  });

  test.each(Object.keys(notificationKinds))('never leads a client to the desk: %s', (kind) => {
    for (const each of [about, { ...about, projectId: null }]) {
      expect(notificationOf(kind).path(each)).toMatch(/^\/portal/);
      expect(emailTextOf('client', kind).link.path(each)).toMatch(/^\/portal/);
    }
  });
});

describe('a kind of a newer version', () => {
  test('is written into the log once, however often its rows are read', () => {
    const log = { warn: vi.fn<Log['warn']>() };
    for (const kinds of [['call-moved', 'call-moved'], ['call-moved', 'call-ended'], []])
      logUnknownKinds(log, 'notification', kinds);
    expect(log.warn.mock.calls).toEqual([
      ['a notification is of an unknown kind', { kind: 'call-moved' }],
      ['a notification is of an unknown kind', { kind: 'call-ended' }],
    ]);
  });

  test.each(['call-moved', 'toString', '__proto__', 'file-approved'])(
    '%s is shown without details',
    (kind) => {
      expect(notificationOf(kind).sentence).toBe(portal.notifications.something);
      expect(notificationOf(kind).path(about)).toBe('/portal/projects/019');
      const { one, link } = emailTextOf('client', kind);
      expect([one, link.path({ ...about, projectId: null })]).toEqual([notices.live.something, '/portal']);
    },
  );
});

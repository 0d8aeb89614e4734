import { describe, expect, test, vi } from 'vitest';
import { createLeadStatus } from './visitor-status.client.ts';

const key = 'antinode:lead-status';

function browser({
  stored,
  cookie = '',
  answer,
}: { stored?: string; cookie?: string; answer?: unknown } = {}) {
  const kept = new Map(stored === undefined ? [] : [[key, stored]]);
  const fetch = vi.fn(async () => Response.json(answer ?? null));
  const store = createLeadStatus({
    storage: () => ({
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
    }),
    cookie: () => cookie,
    fetch,
  });
  return { store, fetch, kept };
}
const converted = { status: 'converted', userId: 'u1', projectIds: ['p1'] };

describe('the lead-status store', () => {
  test('starts as a guest without user and projects', () => {
    expect(browser().store.read()).toEqual({ status: 'guest', userId: null, projectIds: [] });
  });

  test('keeps what its setters are given, and appends project ids', () => {
    const { store, kept } = browser();
    store.setStatus('lead');
    store.setUserId('u1');
    store.addProjectId('p1');
    store.addProjectId('p2');
    expect(JSON.parse(kept.get(key) ?? '')).toEqual({
      status: 'lead',
      userId: 'u1',
      projectIds: ['p1', 'p2'],
    });
  });

  test('calls its subscribers until they unsubscribe', () => {
    const { store } = browser();
    const heard: string[] = [];
    const stop = store.subscribe(({ status }) => heard.push(status));
    store.setStatus('lead');
    stop();
    store.setStatus('booked');
    expect(heard).toEqual(['lead']);
  });

  test.each(['', '{', '[]', 'null', '{"status":7}', '{"status":"lead","projectIds":[1]}', '"converted"'])(
    'reads %j, which somebody else wrote, as a guest',
    (stored) => {
      expect(browser({ stored }).store.read().status).toBe('guest');
    },
  );

  test('works for the life of the page where storage is blocked', () => {
    const store = createLeadStatus({
      storage: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
      cookie: () => '',
      fetch: async () => Response.json(converted),
    });
    store.setStatus('lead');
    expect(store.read().status).toBe('lead');
  });
});

describe('reconciling with the server', () => {
  test('a first-time guest makes no request', async () => {
    const { store, fetch } = browser({ answer: converted });
    expect(await store.reconcile()).toBeNull();
    expect(fetch).not.toHaveBeenCalled();
  });

  test('a browser the server knows asks, though its store is empty', async () => {
    for (const cookie of ['antinode_known=1', 'a=b; antinode_known=1', 'a=b; __Host-antinode_known=1']) {
      const { store, kept } = browser({ cookie, answer: converted });
      expect(await store.reconcile(), cookie).toEqual(converted);
      expect(JSON.parse(kept.get(key) ?? '')).toEqual(converted);
    }
  });

  test('a member of the team is told from the others, and the store keeps nothing of it', async () => {
    const guest = { status: 'guest', userId: null, projectIds: [] };
    const { store, kept } = browser({ cookie: 'antinode_known=1', answer: { ...guest, role: 'team' } });
    expect(await store.reconcile()).toEqual({ ...guest, role: 'team' });
    expect(JSON.parse(kept.get(key) ?? '')).toEqual(guest);
    const other = browser({ cookie: 'antinode_known=1', answer: { ...guest, role: 'admin' } });
    expect(await other.store.reconcile()).toEqual(guest);
  });

  test('the server corrects a store that was edited to "converted"', async () => {
    const { store } = browser({
      stored: JSON.stringify(converted),
      answer: { status: 'guest', userId: null, projectIds: [] },
    });
    expect((await store.reconcile())?.status).toBe('guest');
    expect(store.read().status).toBe('guest');
  });

  test('without a usable answer the result is null, so that nothing is unlocked', async () => {
    const refused = browser({ stored: JSON.stringify(converted) });
    refused.fetch.mockRejectedValueOnce(new TypeError('offline'));
    expect(await refused.store.reconcile()).toBeNull();
    const broken = browser({ stored: JSON.stringify(converted), answer: { status: 1 } });
    expect(await broken.store.reconcile()).toBeNull();
    const failing = browser({ stored: JSON.stringify(converted) });
    failing.fetch.mockResolvedValueOnce(Response.json(converted, { status: 500 }));
    expect(await failing.store.reconcile()).toBeNull();
  });
});

import { expect, test } from 'vitest';
import { accessPolicy } from './access-policy.ts';
import { workerRoutes, unqueuedRoutes, routeQueueOf } from './route-rules.ts';

const routes = Object.keys(accessPolicy).toSorted();

test('queues every route except those listed here, each for one of four reasons', () => {
  const without = routes.filter((route) => routeQueueOf(route) === null);
  expect(without.toSorted()).toEqual(Object.keys(unqueuedRoutes).toSorted());
  expect(
    Object.groupBy(without, (route) => unqueuedRoutes[route as keyof typeof unqueuedRoutes] ?? ''),
  ).toEqual({
    'Returns who is signed in, which is known before any queue.': ['/api/visitor'],
    'Stays open and sends events after one query.': [
      '/chat/[token]/events',
      '/desk/events',
      '/listen/[token]/events',
      '/portal/events',
    ],
    'Its body can take long to arrive and must not block other requests.': [
      '/desk/uploads',
      '/desk/uploads/[id]',
      '/portal/uploads',
      '/portal/uploads/[id]',
    ],
    'Streams stored bytes after one query.': [
      '/desk/installation/backups/[id].tar',
      '/desk/installation/exports/[id].zip',
      '/desk/projects/[id]/sent-files.zip',
      '/listen/[token]/cover',
      '/listen/[token]/files.zip',
      '/listen/[token]/files/[id]/download',
      '/listen/[token]/files/[id]/listen',
      '/listen/[token]/files/[id]/peaks',
      '/listen/[token]/files/[id]/spectrogram',
      '/portal/files/[id]',
      '/portal/files/[id]/listen',
      '/portal/files/[id]/peaks',
      '/portal/files/[id]/spectrogram',
      '/portal/message-files/[id]',
      '/portal/projects/[id]/files.zip',
      '/portal/sent-files/[id]',
    ],
  });
});

test('gives routes rendered by workers a queue of their own, so that no page waits for them', () => {
  const drawn = routes.filter((route) => routeQueueOf(route)?.queue === 'drawn');
  expect(drawn.toSorted()).toEqual([...workerRoutes].toSorted());
  expect(routes.filter((route) => /pdf$|png$/.test(route) && !workerRoutes.has(route))).toEqual([]);
});

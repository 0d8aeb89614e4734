import { expect, test } from 'vitest';
import { accessPolicy } from './access-policy.ts';
import { workerRoutes, unqueuedRoutes, routeQueueOf } from './route-rules.ts';

const routes = Object.keys(accessPolicy).toSorted();

test('every route takes its turn, but for those that are listed here, each for one of four reasons', () => {
  const without = routes.filter((route) => routeQueueOf(route) === null);
  expect(without.toSorted()).toEqual(Object.keys(unqueuedRoutes).toSorted());
  expect(
    Object.groupBy(without, (route) => unqueuedRoutes[route as keyof typeof unqueuedRoutes] ?? ''),
  ).toEqual({
    'Says who is signed in, which is known before any turn.': ['/api/visitor'],
    'Stays open and sends events, after one look-up.': [
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
    'Sends stored bytes as they are read, after one look-up.': [
      '/desk/projects/[id]/sent-files.zip',
      '/listen/[token]/files/[id]/download',
      '/listen/[token]/files/[id]/listen',
      '/listen/[token]/files/[id]/peaks',
      '/listen/[token]/files/[id]/spectrogram',
      '/portal/files/[id]',
      '/portal/files/[id]/listen',
      '/portal/files/[id]/peaks',
      '/portal/files/[id]/spectrogram',
      '/portal/projects/[id]/files.zip',
      '/portal/sent-files/[id]',
    ],
  });
});

test('what other threads draw has turns of its own, so that no page waits for it', () => {
  const drawn = routes.filter((route) => routeQueueOf(route)?.queue === 'drawn');
  expect(drawn.toSorted()).toEqual([...workerRoutes].toSorted());
  expect(routes.filter((route) => /pdf$|png$/.test(route) && !workerRoutes.has(route))).toEqual([]);
});

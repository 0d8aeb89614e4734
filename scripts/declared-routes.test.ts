import { expect, test } from 'vitest';
import { routeProblems } from './declared-routes.ts';

const page = (pattern: string, isPrerendered = false) => ({ pattern, isPrerendered, origin: 'project' });

test('names a rendered route without a declaration and a declaration without a route', () => {
  const routes = [page('/desk'), page('/desk/new'), page('/blog', true)];
  expect(routeProblems(routes, ['/desk', '/gone'])).toEqual([
    expect.stringMatching(/^\/desk\/new .*no entry in the access policy/),
    expect.stringMatching(/^\/gone .*no page/),
  ]);
});

test("requires no declaration for prerendered pages and the framework's routes", () => {
  const own = { pattern: '/_image', isPrerendered: false, origin: 'internal' };
  expect(routeProblems([page('/', true), own, page('/desk')], ['/desk'])).toEqual([]);
});

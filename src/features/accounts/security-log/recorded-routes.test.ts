import { expect, test } from 'vitest';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import { recordedRoutes } from '../access/route-rules.ts';

test('every route that exports people, leads, invoices or recordings is recorded in the security log', () => {
  const takesOut =
    /\/export\.json$|\/leads\.(csv|json)$|\/(clients|contacts)\.csv$|\/invoices\.(csv|json)$|\.(zip|tar)$|\/pdf$/;
  // What guests download is counted in the table of their link: the log is about people with an account.
  const leaving = Object.keys(accessPolicy).filter(
    (route) => takesOut.test(route) && !route.startsWith('/listen/'),
  );
  expect(Object.keys(recordedRoutes)).toEqual(expect.arrayContaining(leaving));
  expect(Object.keys(accessPolicy)).toEqual(expect.arrayContaining(Object.keys(recordedRoutes)));
});

test('each export is recorded under the kind of what it holds', () => {
  const kinds = Map.groupBy(Object.entries(recordedRoutes), ([, kind]) => kind);
  expect(Object.fromEntries([...kinds].map(([kind, routes]) => [kind, routes.length]))).toEqual({
    'person-exported': 2,
    'clients-exported': 1,
    'contacts-exported': 1,
    'leads-exported': 2,
    'invoices-exported': 5,
    'file-downloaded': 4,
    'files-downloaded': 2,
    'invoice-downloaded': 2,
    'backup-downloaded': 1,
    'export-downloaded': 1,
  });
});

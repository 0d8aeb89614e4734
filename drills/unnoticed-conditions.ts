/** A condition of a query that may be left out without a test that fails, and why. */
export type Unnoticed = { readonly file: string; readonly original: string; readonly why: string };

const narrows = 'It only spares rows: what is read is looked up by the id of whose it is.';
const spares = 'It only spares rows that are too early to matter: who asks compares every time with its own.';
const narrowsSounds =
  'It only spares rows: what is read is looked up by the hash of the sound that it tells of.';
const ofOneThing = 'The other condition names one thing by its id, which has one client alone.';

/** Those that guard nothing by themselves. `npm run drill:mutants` wants every other one noticed, and none of these that is. */
export const unnoticedConditions: readonly Unnoticed[] = [
  { file: 'src/features/clients/list/list-clients.ts', original: 'inArray(clientId, among)', why: narrows },
  {
    file: 'src/features/clients/list/list-clients.ts',
    original: 'inArray(projects.clientId, among)',
    why: narrows,
  },
  {
    file: 'src/features/clients/list/list-clients.ts',
    original: 'inArray(invoices.clientId, among)',
    why: narrows,
  },
  {
    file: 'src/features/clients/list/list-clients.ts',
    original: 'inArray(activity.clientId, among)',
    why: narrows,
  },
  {
    file: 'src/features/desk/list-every-failed-mail.ts',
    original: 'inArray(clients.id, clientIds)',
    why: narrows,
  },
  {
    file: 'src/features/calls/times/find-hosts.ts',
    original: 'gt(calls.endsAt, new Date(fromMs - longestDayMs))',
    why: spares,
  },
  {
    file: 'src/features/calls/times/find-hosts.ts',
    original: 'gt(busyTimes.endsAt, new Date(fromMs - dayMs))',
    why: spares,
  },
  {
    file: 'src/features/invoices/reopen-invoice.ts',
    original: 'eq(notifications.clientId, clientId)',
    why: ofOneThing,
  },
  {
    file: 'src/features/recordings/files/files.ts',
    original: 'eq(notifications.clientId, clientId)',
    why: ofOneThing,
  },
  {
    file: 'src/features/recordings/review/find-other-versions.ts',
    original: 'inArray(sha256, hashes)',
    why: narrowsSounds,
  },
];

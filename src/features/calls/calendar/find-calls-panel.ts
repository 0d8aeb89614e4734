import { v7 as uuidv7 } from 'uuid';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { findSettings, listFreeTimes } from '#src/features/calls/times/find-hosts.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listBookableKinds, type BookableKind } from './call-kinds.ts';
import { zoneOf } from './calendar-zone.ts';
import { callsOf, listCallable, listCallProjects, type CallSubject } from './find-whom.ts';
import { listCallsWhere } from './list-calls.ts';

/** The two forms of the panel, by the action that they post. */
export type CallForm = 'offer' | 'book-call';

type Asked = { readonly form: CallForm; readonly kindId: string };

/** Which form is open, with its kind of call: the form that was refused, else the one named in the address; null if none is. */
function askedFor(params: URLSearchParams, refused: RefusedAction | null): Asked | null {
  const forms: readonly CallForm[] = ['offer', 'book-call'];
  const form = forms.find((one) => one === (refused?.action ?? params.get('calls')));
  if (!form) return null;
  return { form, kindId: refused?.entries['kind'] ?? params.get('kind') ?? '' };
}

type Viewer = { readonly now: Date; readonly personId: string };

/** Returns the choices that an open form shows: kinds, free times, people and projects. */
async function findForm(db: Db, { now, personId }: Viewer, subject: CallSubject, { form, kindId }: Asked) {
  const kinds = await listBookableKinds(db, await findSettings(db));
  const kind: BookableKind = kinds.find(({ id }) => id === kindId) ?? kinds[0];
  const { hosts, times } = await listFreeTimes(db, now, { lengthMin: kind.lengthMin });
  const isClient = subject.of === 'client';
  return {
    form,
    kinds,
    kind,
    /** A new UUID each time the page is made: of the call that is booked, or of the times that are offered. */
    entryId: uuidv7(),
    times: times.map(({ startMs }) => startMs),
    timeZone: zoneOf(hosts, personId),
    /** Empty for a lead, who is one person. */
    people: isClient ? await listCallable(db, subject.id) : [],
    projects: isClient ? await listCallProjects(db, subject.id) : [],
  };
}

/** The calls of a lead or client, and the form that is open, if one is. */
export async function findCallsPanel(
  db: Db,
  viewer: Viewer,
  subject: CallSubject,
  { params, refused }: { readonly params: URLSearchParams; readonly refused: RefusedAction | null },
) {
  const asked = askedFor(params, refused);
  return {
    calls: await listCallsWhere(db, viewer.now, callsOf(db, subject)),
    open: asked && (await findForm(db, viewer, subject, asked)),
  };
}

export type CallsPanelData = Awaited<ReturnType<typeof findCallsPanel>>;
export type OpenCallForm = NonNullable<CallsPanelData['open']>;

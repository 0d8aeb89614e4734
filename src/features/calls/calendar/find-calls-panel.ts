import { v7 as uuidv7 } from 'uuid';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { findSettings, listFreeTimes } from '../times/find-hosts.ts';
import type { Db } from '#src/platform/database/database.ts';
import { zoneOf } from './calendar-view.ts';
import { callsOf, listCallable, listCallProjects, type CallSubject } from './find-call-contact.ts';
import { listCallsWhere } from './list-calls.ts';
import { asc, isNull } from 'drizzle-orm';
import words from '#content/desk-calls.yaml';
import { callKinds } from '../call.table.ts';

/** The two forms of the panel, by the action that they post. */
export type CallForm = 'offer' | 'book-call';

type Asked = { readonly form: CallForm; readonly kindId: string };

/** Which form is open, with its kind of call: the form that was refused, else the one named in the address; null if none is. */
function openFormOf(params: URLSearchParams, refused: RefusedAction | null): Asked | null {
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
  const asked = openFormOf(params, refused);
  return {
    calls: await listCallsWhere(db, viewer.now, callsOf(db, subject)),
    open: asked && (await findForm(db, viewer, subject, asked)),
  };
}

export type CallsPanelData = Awaited<ReturnType<typeof findCallsPanel>>;
export type OpenCallForm = NonNullable<CallsPanelData['open']>;

/** A kind of call that the team can book; `id` is empty for the discovery call. */
export type BookableKind = { readonly id: string; readonly name: string; readonly lengthMin: number };

/** Every kind that can be booked, the discovery call first; its length is the settings'. */
export async function listBookableKinds(
  db: Db,
  { lengthMin }: { readonly lengthMin: number },
): Promise<readonly [BookableKind, ...BookableKind[]]> {
  const others = await db
    .select({ id: callKinds.id, name: callKinds.name, lengthMin: callKinds.lengthMin })
    .from(callKinds)
    .where(isNull(callKinds.removedAt))
    .orderBy(asc(callKinds.name));
  return [{ id: '', name: words.kinds.discovery, lengthMin }, ...others];
}

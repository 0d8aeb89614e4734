import { v7 as uuidv7 } from 'uuid';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { findSettings, listFreeTimes } from '../times/find-hosts.ts';
import type { Db } from '#src/platform/database/database.ts';
import { zoneOf } from './calendar-view.ts';
import {
  callsOf,
  listCallable,
  listCallProjects,
  visitorZoneOf,
  type CallSubject,
} from './find-call-contact.ts';
import { listCallsWhere } from './list-calls.ts';
import { asc, isNull } from 'drizzle-orm';
import words from '#content/desk-calls.yaml';
import { callKinds } from '../call.table.ts';

/** The two forms of the panel, named after their actions. */
export type CallForm = 'offer' | 'book-call';

type Asked = { readonly form: CallForm; readonly kindId: string };

/**
 * Returns the open form and its kind of call: the refused form, or else the one in the address; null if none is open.
 */
function openFormOf(params: URLSearchParams, refused: RefusedAction | null): Asked | null {
  const forms: readonly CallForm[] = ['offer', 'book-call'];
  const form = forms.find((one) => one === (refused?.action ?? params.get('calls')));
  if (!form) return null;
  return { form, kindId: refused?.entries['kind'] ?? params.get('kind') ?? '' };
}

type Viewer = { readonly now: Date; readonly personId: string };

/** Returns the options of an open form: kinds, free times, people and projects. */
async function findForm(db: Db, { now, personId }: Viewer, subject: CallSubject, { form, kindId }: Asked) {
  const kinds = await listBookableKinds(db, await findSettings(db));
  const kind: BookableKind = kinds.find(({ id }) => id === kindId) ?? kinds[0];
  const { hosts, times } = await listFreeTimes(db, now, { lengthMin: kind.lengthMin });
  const isClient = subject.of === 'client';
  return {
    form,
    kinds,
    kind,
    /** A new UUID per page: of the booked call or of the offer. */
    entryId: uuidv7(),
    times: times.map(({ startMs }) => startMs),
    timeZone: zoneOf(hosts, personId),
    /** The zone of the person that the call is with. */
    theirZone: await visitorZoneOf(db, subject),
    /** Empty for a lead. */
    people: isClient ? await listCallable(db, subject.id) : [],
    projects: isClient ? await listCallProjects(db, subject.id) : [],
  };
}

/** Returns the calls of a lead or client, with the open form, if any. */
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

/** Lists the kinds that can be booked, the discovery call first with the length from the settings. */
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

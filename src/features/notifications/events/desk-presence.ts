import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import notices from '#content/notices.yaml';
import { fill } from '#src/platform/fill.ts';
import { namesText } from '#src/workspace/count-words.ts';
import type { HubServices } from './stream-hub.ts';

const { presence: words } = notices;

/** The database channel by which the processes tell each other who has a page open; nothing is stored. */
export const presenceChannel = 'desk_presence';

/** A process repeats who has its pages open with each heartbeat; after this long without it they count as gone. */
const forgottenAfterMs = 50_000;

/** How long a closed page is still counted, so that a reload is no change. */
const usualGraceMs = 1000;

/** The most viewers of one page that a process tells the others about; a notification has at most 8,000 bytes. */
const mostTold = 10;
const longestName = 80;

/** What a page of the desk is about, as `kind:id`; `client` is a client's general conversation. */
export type PresenceSubject = `${'lead' | 'chat' | 'project' | 'client'}:${string}`;

/** A team member with a page about something open. */
export type Viewer = {
  readonly personId: string;
  readonly name: string;
  /** True if they have typed an answer. */
  readonly isAnswering: boolean;
};

/** What an open page is about, and who has it open. */
export type Presence = { readonly subject: string; readonly viewer: Viewer };

type Told =
  | { readonly from: string; readonly subject: string; readonly viewers: readonly Viewer[] }
  | { readonly from: string; readonly isAsking: true };

/** Returns what the address of a stream says about its page; null if it says nothing. */
export function presenceOf(url: URL, { id, name }: { id: string; name: string }): Presence | null {
  const subject = url.searchParams.get('at') ?? '';
  if (!/^(?:lead|chat|project|client):[\da-f-]{36}$/.test(subject)) return null;
  const isAnswering = url.searchParams.get('answering') === 'yes';
  return { subject, viewer: { personId: id, name: name.slice(0, longestName), isAnswering } };
}

/** Returns the sentence about the others that a member sees; empty if nobody else is there. */
export function presenceText(viewers: readonly Viewer[], personId: string): string {
  const others = viewers.filter((viewer) => viewer.personId !== personId);
  const namesOf = (isAnswering: boolean) =>
    namesText(others.filter((viewer) => viewer.isAnswering === isAnswering).map(({ name }) => name));
  const [answering, looking] = [namesOf(true), namesOf(false)];
  return [
    ...(answering === '' ? [] : [fill(words.answering, { names: answering })]),
    ...(looking === '' ? [] : [fill(words.looking, { names: looking })]),
  ].join(' ');
}

/** Merges a member's several pages, by name. */
function merged(viewers: readonly Viewer[]): Viewer[] {
  const byPerson = Map.groupBy(viewers, ({ personId }) => personId);
  return [...byPerson.values()]
    .flatMap((pages) => pages.find(({ isAnswering }) => isAnswering) ?? pages[0] ?? [])
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Keeps what the other processes have told. */
function createOthers(nowMs: () => number) {
  const bySubject = new Map<string, Map<string, { viewers: readonly Viewer[]; atMs: number }>>();
  return {
    of: (subject: string): Viewer[] =>
      [...(bySubject.get(subject)?.values() ?? [])].flatMap(({ viewers }) => viewers),
    set(subject: string, from: string, viewers: readonly Viewer[]): void {
      const told = bySubject.get(subject) ?? new Map();
      if (viewers.length > 0) told.set(from, { viewers, atMs: nowMs() });
      else told.delete(from);
      if (told.size > 0) bySubject.set(subject, told);
      else bySubject.delete(subject);
    },
    /** Forgets processes that have not repeated themselves, and returns the subjects that this changed. */
    forgetOld(): string[] {
      return [...bySubject].flatMap(([subject, told]) => {
        const old = [...told].filter(([, { atMs }]) => nowMs() - atMs > forgottenAfterMs);
        for (const [from] of old) this.set(subject, from, []);
        return old.length > 0 ? [subject] : [];
      });
    },
    /** Forgets everything, and returns the subjects that this changed. */
    clear(): string[] {
      const subjects = [...bySubject.keys()];
      bySubject.clear();
      return subjects;
    },
  };
}

/** Tells the other processes, one thing after the other: on several connections they could overtake each other. */
function createTeller({ database: { db }, log }: HubServices) {
  let previous: Promise<unknown> = Promise.resolve();
  return (toldNow: () => Told): void => {
    const send = () =>
      db
        .execute(sql`select pg_notify(${presenceChannel}, ${JSON.stringify(toldNow())})`)
        .catch((error: Error) => log.warn('could not tell who has a page open', { error }));
    previous = previous.then(send);
  };
}

/**
 * Knows which team members have a page about the same lead, chat or project open, in all processes: each tells the others
 * by the database, at a change and with each heartbeat, and nothing is stored. Calls `onChanged` with a subject whose
 * viewers may have changed.
 */
export function createDeskPresence(
  services: HubServices & { readonly graceMs?: number },
  onChanged: (subject: string) => void,
) {
  const { clock, graceMs = usualGraceMs } = services;
  const processId = randomUUID();
  const own = new Map<object, Presence>();
  const others = createOthers(() => clock.now().getTime());

  const ownOf = (subject: string) =>
    merged([...own.values()].filter((one) => one.subject === subject).map(({ viewer }) => viewer));
  const tell = createTeller(services);
  const tellOf = (subject: string) =>
    tell(() => ({ from: processId, subject, viewers: ownOf(subject).slice(0, mostTold) }));
  const ask = () => tell(() => ({ from: processId, isAsking: true }));
  const tellAll = () => {
    for (const subject of new Set([...own.values()].map((one) => one.subject))) tellOf(subject);
  };
  function change(subject: string): void {
    tellOf(subject);
    onChanged(subject);
  }
  return {
    /** Lists who has a page about a subject open, by name. */
    viewersOf: (subject: string): Viewer[] => merged([...ownOf(subject), ...others.of(subject)]),
    open(page: object, presence: Presence): void {
      own.set(page, presence);
      change(presence.subject);
    },
    /** Counts a closed page a little longer. */
    close(page: object): void {
      const { subject } = own.get(page) ?? {};
      if (subject === undefined) return;
      const timer = setTimeout(() => {
        if (own.delete(page)) change(subject);
      }, graceMs);
      timer.unref();
    },
    beat(): void {
      tellAll();
      others.forgetOld().forEach(onChanged);
    },
    handlers: {
      onPayload(payload: string): void {
        const told = JSON.parse(payload) as Told;
        if (told.from === processId) return;
        if ('isAsking' in told) return tellAll();
        others.set(told.subject, told.from, told.viewers);
        onChanged(told.subject);
      },
      /** Asks the other processes again. */
      onGap(): void {
        others.clear().forEach(onChanged);
        ask();
      },
    },
    /** Asks the other processes at the start. */
    ask,
    dispose: () => own.clear(),
  };
}

import { randomInt, randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { MailServer } from './mail-server.ts';
import { findProject, type ReadyStudio } from './studio.ts';

export type Actor = 'guest' | 'client' | 'team';

export type Asked = {
  readonly actor: Actor;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
};

export type Answer = {
  readonly status: number;
  readonly type: string;
  readonly location: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

export type Ask = (asked: Asked) => Promise<Answer>;

/** Values that Node's client does not send: they would end a header early. */
const headerText = (value: string) =>
  Buffer.from(value, 'utf8')
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');

/**
 * Sends a request with a session, each time from another network because of the rate limits. Closes a stream once it
 * begins.
 */
export function createAsk({ address, team, client }: ReadyStudio): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 12 });
  const { hostname, port } = new URL(address);
  const cookies = { guest: '', client, team };
  return ({ actor, method, path, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const sent = Object.entries({
        cookie: cookies[actor],
        'x-forwarded-for': `${randomInt(11, 200)}.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        ...headers,
      }).map(([name, value]) => [name, headerText(value)] as const);
      const options = { hostname, port, agent, method, path, headers: Object.fromEntries(sent) };
      const asked = httpRequest(options, (response) => {
        const { statusCode: status = 0, headers: told } = response;
        const type = told['content-type'] ?? '';
        const chunks: Buffer[] = [];
        const finish = () =>
          resolve({
            status,
            type,
            location: told.location,
            headers: told,
            body: Buffer.concat(chunks).toString(),
          });
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', finish);
        response.on('error', reject);
        if (!type.startsWith('text/event-stream')) return;
        finish();
        asked.destroy();
      });
      asked.on('error', reject);
      asked.end(body);
    });
}

export const asForm = (fields: Readonly<Record<string, string>>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams(fields).toString(),
});

/** Waits until a value exists; returns undefined if it does not appear. */
async function eventually<Value>(look: () => Value | undefined, tries = 600): Promise<Value | undefined> {
  for (let n = 0; n < tries; n += 1) {
    const found = look();
    if (found !== undefined) return found;
    await wait(100);
  }
  return undefined;
}

/** A date and time that no host has taken. */
const callAt = {
  kind: '',
  zone: 'UTC',
  day: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
  time: '06:10',
};

type Act = (
  actor: Actor,
  path: string,
  fields: Record<string, string>,
) => Promise<{ readonly next?: string; readonly token?: string }>;

/** Starts a conversation and returns its token. A team member has to be available, whatever the hours are. */
async function beginChat(studio: ReadyStudio, ask: Ask, act: Act): Promise<string> {
  const page = await ask({ actor: 'team', method: 'GET', path: '/desk/calls/hours' });
  const hosts = [...new Set(page.body.match(/\/desk\/calls\/hours\/[\da-f-]{36}/g))];
  for (const host of hosts) await act('team', `${host}?do=save-hours`, {});
  await act('team', '/desk/chats?do=take-chats', { takes: 'yes' });
  const left = new AbortController();
  await fetch(new URL('/desk/events', studio.address), {
    headers: { cookie: studio.team },
    signal: left.signal,
  });
  const { token = '' } = await act('guest', '/chat', { asked_as: randomUUID() });
  await act('guest', `/chat/${token}/lines`, { written_as: randomUUID(), content: 'Is anybody there?' });
  left.abort();
  const weekdays = [1, 2, 3, 4, 5].map((day) => [`weekday${day}`, '10:00–18:00']);
  for (const host of hosts)
    await act('team', `${host}?do=save-hours`, Object.fromEntries(weekdays) as Record<string, string>);
  return token;
}

type Known = {
  /** The paths that its URL opens. */
  readonly open: readonly string[];
  readonly own: string;
  readonly lead: string;
  readonly made: string;
  readonly project: string;
};

/** The pages to begin at. */
function startsOf({ open, own, lead, made, project }: Known): Record<Actor, string[]> {
  const forms = ['discovery-call', 'brief', 'contact', 'lead-capture', 'message'].map(
    (form) => `/forms/${form}`,
  );
  return {
    guest: [...forms, ...open, '/sign-in', '/sign-in/code', '/discovery-call', '/'],
    client: ['/portal/people', own, `${own}/share`, '/portal', '/account', '/portal/settings'],
    team: [
      '/desk',
      '/desk/clients',
      made,
      `${made}/edit`,
      `${made}/merge`,
      `${lead}?calls=book-call`,
      `${lead}?calls=offer`,
      lead,
      '/desk/clients/new',
      '/desk/clients/import',
      '/desk/team',
      '/desk/mails',
      '/desk/calls/hours',
      '/desk/calls',
      '/desk/chats',
      '/desk/projects/new',
      project,
      '/desk/invoices',
      '/account',
    ],
  };
}

/**
 * Creates in a sample studio everything that is only reachable by an unguessable URL: a listening link, a conversation,
 * a call, offered times, a sign-in link. Returns the pages to begin at, and the team's pages to leave alone: those of
 * the signed-in client, who would be signed out.
 */
export async function furnish(studio: ReadyStudio, ask: Ask, mail: MailServer) {
  const project = await findProject(studio);
  const act: Act = async (actor, path, fields) => {
    const { status, body } = await ask({ actor, method: 'POST', path, ...asForm(fields) });
    if (status !== 200) throw new Error(`${path}: ${status} ${body.slice(0, 300)}`);
    return JSON.parse(body) as { next?: string; token?: string };
  };
  const own = `/portal/projects/${project.projectId}`;
  const linkId = randomUUID();
  const link = {
    linkId,
    target: 'project',
    name: 'For the label',
    days: '14',
    mayComment: 'yes',
    mayDownload: 'yes',
  };
  await act('client', `${own}/share?do=make-link`, link);
  const share = await ask({ actor: 'client', method: 'GET', path: `${own}/share?made=${linkId}` });
  const listen = /\/listen\/[\w-]{43}/.exec(share.body)?.[0] ?? '';
  const token = await beginChat(studio, ask, act);
  await act('guest', '/forms/contact', { name: 'Runa', email: 'caller@visitor.example', message: 'A film.' });
  const inbox = await ask({ actor: 'team', method: 'GET', path: '/desk/leads?q=caller%40visitor.example' });
  const lead = /\/desk\/leads\/[\da-f-]{36}/.exec(inbox.body)?.[0] ?? '';
  await act('team', `${lead}?do=book-call`, { entry: randomUUID(), ...callAt });
  const offer = await ask({ actor: 'team', method: 'GET', path: `${lead}?calls=offer` });
  const [time = ''] = /at-\d+/.exec(offer.body) ?? [];
  if (time) await act('team', `${lead}?do=offer`, { entry: randomUUID(), kind: '', [time]: 'yes' });
  const made = await act('team', '/desk/clients/new?do=create', {
    client: 'Drill',
    name: 'Runa',
    email: 'other@client.example',
    may: 'approve',
  });
  await act('client', '/portal/people?do=invite', {
    name: 'Lena',
    email: 'lena@client.example',
    may: 'listen',
  });
  await act('guest', '/sign-in?do=ask-code', { email: 'other@client.example' });
  const inMails = (pattern: RegExp) =>
    eventually(() =>
      mail.arrived.map(({ raw }) => pattern.exec(raw.replaceAll(/=\r\n/g, ''))?.[0]).find(Boolean),
    );
  const mailed = await Promise.all([
    inMails(/\/calls\/(?!offers)[\w-]{43}/),
    time ? inMails(/\/calls\/offers\/[\w-]{43}/) : undefined,
    inMails(/\/sign-in\/link\?token=(?:3D)?[\w-]+/).then((path) => path?.replace('=3D', '=')),
  ]);
  const [call] = mailed;
  const starts = startsOf({
    open: [...mailed.flatMap((path) => path ?? []), call ? `${call}/move` : '/', listen, `/chat/${token}`],
    own,
    lead,
    made: `${made.next}`,
    project: `/desk/projects/${project.projectId}`,
  });
  const isKept = (path: string) => !path.startsWith(`/desk/clients/${project.clientId}`);
  return { starts, isKept, project };
}

import { randomUUID } from 'node:crypto';
import { whoOf, type Access, type AccessPolicy } from '#src/features/accounts/access/access.ts';
import {
  bodyOfAction,
  elsewhereOfA,
  idsOf,
  keptRoutes,
  redirectingRoutes,
  nobody,
  otherOfA,
  subjectOf,
  type Body,
  type Subject,
} from './access-ownership.ts';

/**
 * The person who sends a request. The team member without money may not see invoices and amounts. A is the sample's Runa, with a colleague who may only listen, B its Piet; the signed-
 * out client still sends the cookie of an ended session.
 */
const actors = [
  'guest',
  'client A',
  'listener A',
  'client B',
  'team',
  'team without money',
  'signed-out client',
] as const;

export type Actor = (typeof actors)[number];

export type AccessCase = {
  readonly title: string;
  readonly actor: Actor;
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Any of these statuses is correct. */
  readonly expected: readonly number[];
  /** The expected Cache-Control, if it is not "no-store". */
  readonly caching?: string;
};

/** Neither refused because of the person nor failed: any error is about the input. */
const letThrough = [200, 201, 204, 303, 400, 404, 409, 410, 412, 415, 422, 429];
/** Nothing was changed. */
const withoutEffect = [400, 404, 409, 412, 415, 422];

const isApprover = (actor: Actor) => actor === 'client A' || actor === 'client B';
const isClient = (actor: Actor) => isApprover(actor) || actor === 'listener A';
const isTeam = (actor: Actor) => actor === 'team' || actor === 'team without money';
const isSignedIn = (actor: Actor) => isClient(actor) || isTeam(actor);

/** Everyone who sends requests here has just signed in. */
function mayPass(declared: Access, actor: Actor): boolean {
  const access = whoOf(declared);
  if (access === 'public' || access === 'visitor') return true;
  if (access === 'client') return isClient(actor);
  if (access === 'approver') return isApprover(actor);
  if (access === 'team-or-approver') return isApprover(actor) || isTeam(actor);
  if (access === 'money-or-approver') return isApprover(actor) || actor === 'team';
  if (access === 'money') return actor === 'team';
  return access === 'team' ? isTeam(actor) : isSignedIn(actor);
}

/** The portal shows its restricted page to everyone but its clients; elsewhere a guest is asked to sign in. */
function refusalOf(access: Access, actor: Actor, isPage: boolean): number {
  if (isPage && (access === 'client' || access === 'approver')) return 403;
  return isSignedIn(actor) ? 403 : 401;
}

type Asked = {
  readonly route: string;
  readonly method: string;
  readonly action: string | null;
  readonly access: Access;
};

const asPage = { accept: 'text/html' };
const asProgram = { accept: 'application/json' };
/** The upload protocol first requires its own version. */
const ofUploads = { 'tus-resumable': '1.0.0' };
const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Everything that the policy permits. */
function declaredIn(policy: AccessPolicy): Asked[] {
  return Object.entries(policy).flatMap(([route, methods]) =>
    Object.entries(methods).flatMap(([method, declared]): Asked[] =>
      typeof declared === 'string'
        ? [{ route, method, action: null, access: declared }]
        : Object.entries(declared).map(([action, access]) => ({ route, method, action, access })),
    ),
  );
}

function bodyOf({ action, access }: Asked): Body | null {
  const who = whoOf(access);
  if (action === null || (who !== 'client' && who !== 'approver')) return null;
  const body = bodyOfAction[action];
  if (body === undefined) throw new Error(`access-cases.ts does not know what "${action}" names`);
  return body;
}

type Variant = { readonly name: string; readonly id: string; readonly owner: 'A' | 'B' | null };

/** Uploads, calls and contacts do not exist until one is created. */
const isMadeLater = (subject: Subject) => ['upload', 'call', 'contact', 'draft', 'archive'].includes(subject);

const variantsOf = (subject: Subject): Variant[] => [
  { name: "A's", id: idsOf.A[subject], owner: isMadeLater(subject) ? null : 'A' },
  { name: "B's", id: idsOf.B[subject], owner: isMadeLater(subject) ? null : 'B' },
  { name: 'unknown', id: randomUUID(), owner: null },
  { name: 'malformed', id: "x'--", owner: null },
];

/**
 * The owner required by a route: a route with two ids is only found if both are of one project, and the sample studio has
 * no file of a reply.
 */
const ownedOn = (route: string, variant: Variant): Variant =>
  (route.includes('[other]') && variant.owner === 'B') || route.includes('[file]')
    ? { ...variant, owner: null }
    : variant;

const owns = (actor: Actor, { owner }: Variant) =>
  owner !== null && (isTeam(actor) || actor === `client ${owner}` || actor === `listener ${owner}`);

function pathOf({ route, action }: Asked, id: string): string {
  const path = route
    .replace('[id]', encodeURIComponent(id))
    .replace('[name]', 'contact')
    .replace('[token]', 'made-up')
    .replace('[sha256]', '0'.repeat(64))
    .replace('[part]', 'html')
    .replace('[file]', nobody)
    .replace('[other]', otherOfA)
    .replace('[format]', 'mid');
  return action === null ? path : `${path}?do=${action}`;
}

/** Requests for one object as one actor, for one variant of the path's id (null: the path has none). */
function casesFor(asked: Asked, actor: Actor, variant: Variant | null): AccessCase[] {
  const { method, route } = asked;
  const access = whoOf(asked.access);
  const path = pathOf(asked, variant?.id ?? randomUUID());
  const title = `${actor}: ${method} ${path}${variant ? ` (${variant.name})` : ''}`;
  const one = (
    headers: AccessCase['headers'],
    expected: readonly number[],
    fields = {},
    note = '',
  ): AccessCase => ({
    title: `${title}${note}`,
    actor,
    method,
    path,
    fields,
    headers: /^\/(?:desk|portal)\/uploads/.test(route) ? { ...headers, ...ofUploads } : headers,
    expected,
  });
  const modes = isRead(method) ? [asPage] : [asPage, asProgram];
  if (route === '/access-restricted') return [one(asPage, [403])];
  const body = bodyOf(asked);
  if (!mayPass(access, actor)) {
    const fields = body?.fieldsOf(idsOf.A[body.names]) ?? {};
    return modes.map((headers) => one(headers, [refusalOf(access, actor, headers === asPage)], fields));
  }
  // It would end the session that the other cases use.
  if (asked.action === 'sign-out' && isSignedIn(actor)) return [];
  // The comment is their colleague's.
  if (asked.action === 'edit-comment' && actor === 'listener A') return [];
  const isTheirs = variant === null || owns(actor, variant);
  if (isRead(method)) {
    if (!isTheirs) return [one(asPage, [404])];
    if (method === 'OPTIONS') return [one(asPage, letThrough)];
    if (redirectingRoutes.includes(route)) return [one(asPage, [303])];
    const read = one(
      asPage,
      ['client', 'approver', 'team', 'money', 'person'].includes(access) ? [200] : letThrough,
    );
    return [keptRoutes.includes(route) ? { ...read, caching: 'private, no-cache' } : read];
  }
  // The team's actions on existing objects have their own tests.
  if (isTeam(actor) && (access === 'team' || access === 'money')) {
    return variant !== null && isTheirs ? [] : modes.map((headers) => one(headers, withoutEffect));
  }
  if (body === null) return modes.map((headers) => one(headers, isTheirs ? letThrough : [404]));
  const own = actor === 'client B' ? idsOf.B : idsOf.A;
  if (!isTheirs) {
    // The person's own object, below another person's.
    return modes.map((headers) => one(headers, [404], body.fieldsOf(own[body.names]), ' with own'));
  }
  // The person's own objects are found; otherwise a refusal of the rest would prove nothing.
  const found = modes.map((headers) =>
    one(headers, [200, 303, 409], body.fieldsOf(own[body.names]), ' naming own'),
  );
  const refused = bodyCases(body, actor, variant !== null).flatMap(({ name, id }) =>
    modes.map((headers) => one(headers, [404], body.fieldsOf(id), ` naming ${name} ${body.names}`)),
  );
  return own[body.names] === nobody ? refused : [...found, ...refused];
}

/** Ids in a client's request body that are not theirs, or do not belong to the object in the path. */
function bodyCases({ names }: Body, actor: Actor, hasParent: boolean): Variant[] {
  const elsewhere = elsewhereOfA[names];
  const others = variantsOf(names).filter((variant) => !owns(actor, variant));
  if (actor !== 'client A' || !hasParent || elsewhere === undefined) return others;
  return [...others, { name: "A's other", id: elsewhere, owner: 'A' }];
}

/** Every route and action, as every actor, with ids of their own, of others and of no one. */
export function policyCases(policy: AccessPolicy): AccessCase[] {
  return declaredIn(policy).flatMap((asked) => {
    const subject = asked.access === 'public' ? null : subjectOf(asked.route);
    const variants =
      subject === null ? [null] : variantsOf(subject).map((each) => ownedOn(asked.route, each));
    return actors.flatMap((actor) => variants.flatMap((variant) => casesFor(asked, actor, variant)));
  });
}

/** Every write, sent from a page of another site. */
export function foreignCases(policy: AccessPolicy): AccessCase[] {
  const marks = [
    { origin: 'https://elsewhere.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ];
  return declaredIn(policy)
    .filter(({ method }) => !isRead(method))
    .flatMap((asked) => {
      const subject = asked.access === 'public' ? null : subjectOf(asked.route);
      const path = pathOf(asked, subject ? idsOf.A[subject] : randomUUID());
      return actors.flatMap((actor) =>
        marks.map((headers) => ({
          title: `${actor} from elsewhere: ${asked.method} ${path}`,
          actor,
          method: asked.method,
          path,
          fields: {},
          headers,
          expected: [403],
        })),
      );
    });
}

/** Methods and actions that no route declares. */
export function undeclaredCases(policy: AccessPolicy): AccessCase[] {
  return Object.entries(policy)
    .filter(([route]) => !route.startsWith('/forms/'))
    .flatMap(([route, declared]) => {
      const methods = ['POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (method) => typeof declared[method as keyof typeof declared] !== 'string',
      );
      const path = pathOf({ route, method: '', action: 'nothing-known', access: 'public' }, randomUUID());
      return methods.flatMap((method) =>
        actors.map((actor) => ({
          title: `${actor}: ${method} ${path}`,
          actor,
          method,
          path,
          fields: {},
          headers: asProgram,
          expected: [405],
        })),
      );
    });
}

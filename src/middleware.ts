import { STATUS_CODES } from 'node:http';
import type { APIContext, MiddlewareNext } from 'astro';
import { defineMiddleware } from 'astro:middleware';
import words from '#content/system.yaml';
import { validate as isUuid } from 'uuid';
import {
  accessOf,
  mayPass,
  whoOf,
  type Access,
  type AccessPolicy,
  createRefusedLog,
  refuseRequest,
} from '#src/features/accounts/access/access.ts';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import { needsNoConfirmation } from '#src/features/accounts/access/listen-only.ts';
import { isForeignWrite, ownOriginsOf, writeLimitsOf } from '#src/features/accounts/access/write-guard.ts';
import { interruptedBy } from '#src/features/accounts/account/confirmation.ts';
import { findRequestSession } from '#src/features/accounts/sessions/session-cookie.ts';
import { routeQueueOf, recordedRoutes } from '#src/features/accounts/access/route-rules.ts';
import { recordRepeatable, senderOf } from '#src/features/accounts/security-log/security-log.ts';
import { isDatabaseAway, isOutOfRoom } from '#src/platform/database/sql-state.ts';
import { networkOf, wideNetworkOf } from '#src/platform/client-address.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { createPageTurns } from '#src/platform/http/fair-queue.ts';
import { locationOf } from '#src/platform/http/redirect-target.ts';
import { drainedWhile } from '#src/platform/http/serve-bytes.ts';
import { focusFault } from '#src/platform/http/focus-fault.ts';
import { wantsJson } from '#src/platform/http/wants-json.ts';
import { isDisconnect } from '#src/platform/disconnect.ts';
import { isDiskAway } from '#src/platform/disk-room.ts';
import { asError } from '#src/platform/log.ts';
import { getServices } from '#src/platform/services/services.ts';

/** Longer than the time limit of the thread that writes a PDF. */
const longestDrawnMs = 2 * minuteMs;
const queues = { pages: createPageTurns(), drawn: createPageTurns(longestDrawnMs) };
const logRefused = createRefusedLog();

function refuse({ headers }: Request, status: number, error: string, more: object = {}): Response {
  if (wantsJson(headers.get('accept'))) return Response.json({ error, errors: [], ...more }, { status });
  return new Response(`${error}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

/** Sets a response's status text: Astro writes "OK" for every status. */
const withStatusText = (response: Response) =>
  response.ok || response.statusText !== 'OK'
    ? response
    : new Response(response.body, {
        status: response.status,
        statusText: STATUS_CODES[response.status] ?? '',
        headers: response.headers,
      });

/** Returns the response to a request that the access policy refuses. */
async function answerTo(context: APIContext, access: Access, next: MiddlewareNext) {
  const { request, locals, url, routePattern: route } = context;
  const { method, headers } = request;
  logRefused(locals.services, access, locals.session, { method, route });
  // A form is not resubmitted after sign-in; its page is shown instead.
  const from = method === 'GET' ? url.pathname + url.search : url.pathname;
  const away = refuseRequest(access, locals.session, { method, headers, from });
  if (away.kind === 'plain') {
    const { confirm } = away;
    if (confirm === undefined) return refuse(request, away.status, words.refused.closed);
    return refuse(request, away.status, words.refused.confirm, { confirm });
  }
  if (away.kind === 'confirm') {
    locals.interrupted = await interruptedBy(request, url);
    return next(new Request(new URL('/confirm', url), { headers }));
  }
  if (away.kind === 'redirect') {
    return new Response(null, { status: 303, headers: { location: locationOf(away.location) } });
  }
  locals.turnedAwayFrom = from;
  return next(new Request(new URL(away.path, url), { headers }));
}

/** Logs an export or download to the security log before it is sent. */
async function recordTaken({ request, routePattern, params, locals }: APIContext): Promise<void> {
  const kind = recordedRoutes[routePattern];
  const { session, services, client } = locals;
  if (!kind || !session || request.method !== 'GET') return;
  const subjectId = isUuid(params['id']) ? (params['id'] ?? null) : null;
  const entry = { kind, personId: session.person.id, subjectId };
  await recordRepeatable(services.db, services.clock.now(), senderOf(request, client), entry);
}

/** Queues the response or its handler. Uploads are not queued, since their bodies can take long to arrive. */
async function answerInTurn(context: APIContext, make: () => Promise<Response>): Promise<Response> {
  const { request, locals, routePattern } = context;
  const turn = locals.isUpload ? null : routeQueueOf(routePattern);
  if (!turn) return make();
  const network = networkOf(locals.client.address);
  const personId = locals.session?.person.id;
  const asked = {
    key: `${turn.counted} ${personId ?? network}`,
    group: personId ?? wideNetworkOf(network),
    mostOpen: turn.most,
    closed: locals.closed,
    signal: request.signal,
  };
  const made = await queues[turn.queue](asked, make);
  if (made) return made;
  const refused = refuse(request, 429, words.refused.tooMany);
  refused.headers.set('retry-after', '5');
  return refused;
}

/** Counts a signed-in person's requests; actions over the limit are refused. */
async function countWrite({ request, url, locals }: APIContext): Promise<void> {
  const { session, services, isUpload } = locals;
  const action = url.searchParams.get('do');
  // The parts of an upload are not actions.
  if (!session || request.method !== 'POST' || (isUpload && action === null)) return;
  const limits = writeLimitsOf(session.person.id, action ?? '');
  locals.isOverLimit = !(await services.rateLimiter.hit(services.db, limits)).ok;
}

async function answer(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { request, url, locals, routePattern } = context;
  const services = getServices();
  // The development server has no request guard that determines the client address.
  locals.client ??= { address: '127.0.0.1', isHttps: url.protocol === 'https:' };
  locals.services = services;
  locals.session = null;
  const sender = {
    method: request.method,
    origin: request.headers.get('origin'),
    fetchSite: request.headers.get('sec-fetch-site'),
  };
  if (isForeignWrite(sender, ownOriginsOf(services, url.origin))) {
    return refuse(request, 403, words.refused.foreign);
  }
  const policy = (accessPolicy as AccessPolicy)[routePattern];
  const access = policy && accessOf(policy, request.method, url.searchParams.get('do'));
  if (policy) locals.tellRoute?.(routePattern);
  if (access === undefined) return refuse(request, policy ? 405 : 404, words.refused.unknown);
  if (access !== 'public') {
    const findSession = () => findRequestSession(request, locals.client, services);
    locals.session = await findSession();
    // A download stops when its recipient loses access.
    locals.drained = drainedWhile(locals.drained, services, async () =>
      mayPass(whoOf(access), await findSession()),
    );
  }
  return answerInTurn(context, async () => {
    const { session } = locals;
    const asked = { request, route: routePattern, action: url.searchParams.get('do'), session };
    if (!mayPass(access, session) && !(await needsNoConfirmation(access, asked)))
      return answerTo(context, access, next);
    await countWrite(context);
    const response = await next();
    if (response.ok) await recordTaken(context);
    const isRefused = locals.refused !== undefined || locals.refusedForm !== undefined;
    return isRefused ? focusFault(response) : response;
  });
}

/** Returns a prerendered page with this status; null if there is none. */
function prerendered({ locals }: APIContext, path: string, status: number): Response | null {
  const page = locals.pageAt?.(path);
  if (!page) return null;
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return new Response(new Uint8Array(page), { status, headers });
}

/** Returns the error page for an unavailable dependency, unless `error` provides its own response. */
function answerAway(context: APIContext, error: string | null): Response {
  const { request } = context;
  const isPage = error === null && !wantsJson(request.headers.get('accept'));
  const away =
    (isPage ? prerendered(context, '/500', 503) : null) ??
    refuse(request, 503, error ?? words.refused.failed);
  away.headers.set('retry-after', '30');
  return away;
}

/** Astro answers a thrown error with the 500 page and hides the reason. */
async function answerOrLog(context: APIContext, next: MiddlewareNext): Promise<Response> {
  try {
    return await answer(context, next);
  } catch (error) {
    const { log } = getServices();
    if (isDisconnect(error, context.request.signal.aborted)) {
      log.info('client disconnected', { error: asError(error) });
      return new Response(null, { status: 499 });
    }
    log.error('page failed', { error: asError(error) });
    if (isOutOfRoom(error)) return refuse(context.request, 503, words.refused.full);
    if (isDiskAway(error)) return answerAway(context, words.refused.storeAway);
    if (isDatabaseAway(error)) return answerAway(context, null);
    throw error;
  }
}

/** Returns a 404 response: the 404 page for browsers, JSON for clients that request JSON. */
function withNotFoundForm(context: APIContext, response: Response): Response {
  const { method, headers } = context.request;
  if (response.status !== 404 || (method !== 'GET' && method !== 'HEAD')) return response;
  const isHtml = response.headers.get('content-type')?.includes('html') === true;
  if (headers.get('accept')?.includes('text/html'))
    return isHtml ? response : (prerendered(context, '/404', 404) ?? response);
  if (!wantsJson(headers.get('accept')) || (response.body !== null && !isHtml)) return response;
  const json = refuse(context.request, 404, words.notFound.title);
  for (const [name, value] of response.headers) {
    if (!name.startsWith('content-')) json.headers.append(name, value);
  }
  return json;
}

/**
 * Middleware of all rendered pages: adds the services, refuses cross-site writes and checks the access policy.
 * Responses are not cached unless they set their own Cache-Control, since each is personal.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  const response = withStatusText(withNotFoundForm(context, await answerOrLog(context, next)));
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store');
  return response;
});

import { STATUS_CODES } from 'node:http';
import type { APIContext, MiddlewareNext } from 'astro';
import { defineMiddleware } from 'astro:middleware';
import { accessOf, mayPass, type Access, type AccessPolicy } from '#src/features/accounts/access.ts';
import { accessPolicy } from '#src/features/accounts/access-policy.ts';
import { isForeignWrite, ownOriginsOf } from '#src/features/accounts/foreign-write.ts';
import { requestSession } from '#src/features/accounts/request-session.ts';
import { getServices } from '#src/platform/services.ts';

const refuse = (status: number, text: string) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain' },
  });

/** A page that refuses says so in its status line too; a rendered page's would read "OK". */
const named = (response: Response) =>
  response.ok || response.statusText !== 'OK'
    ? response
    : new Response(response.body, {
        status: response.status,
        statusText: STATUS_CODES[response.status] ?? '',
        headers: response.headers,
      });

const reads = ({ headers }: Request, type: string) => (headers.get('accept') ?? '').includes(type);

/** The answer to somebody whom the policy does not let through. */
function turnAway({ request, locals, url }: APIContext, access: Access, next: MiddlewareNext) {
  const isPage = reads(request, 'text/html') || reads(request, '*/*') || !request.headers.has('accept');
  if (isPage && access === 'client') return next('/access-restricted');
  if (isPage && locals.session === null) {
    return next(`/sign-in?${new URLSearchParams({ next: url.pathname, status: '401' }).toString()}`);
  }
  return refuse(locals.session === null ? 401 : 403, 'This is not open to you.');
}

/** What every rendered page goes through: the running services, no writes from elsewhere, the access policy. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  const { request, url, locals, routePattern } = context;
  const services = getServices();
  // The development server has no door of its own that says who came in.
  locals.client ??= { address: '127.0.0.1', isHttps: url.protocol === 'https:' };
  locals.services = services;
  locals.session = null;
  const sender = {
    method: request.method,
    origin: request.headers.get('origin'),
    fetchSite: request.headers.get('sec-fetch-site'),
  };
  if (isForeignWrite(sender, ownOriginsOf(services, url.origin))) {
    return refuse(403, 'This was sent from another site.');
  }
  const policy = (accessPolicy as AccessPolicy)[routePattern];
  const access = policy && accessOf(policy, request.method, url.searchParams.get('do'));
  if (access === undefined) return refuse(policy ? 405 : 404, 'Not found');
  if (access !== 'public') locals.session = await requestSession(request, locals.client, services);
  try {
    return named(await (mayPass(access, locals.session) ? next() : turnAway(context, access, next)));
  } catch (error) {
    // Astro answers with the 500 page and keeps the reason to itself.
    services.log.error('page failed', { error: error instanceof Error ? error : new Error(String(error)) });
    throw error;
  }
});

import { STATUS_CODES } from 'node:http';
import { defineMiddleware } from 'astro:middleware';
import { accessPolicy } from '#src/features/accounts/access-policy.ts';
import { isForeignWrite, ownOriginsOf } from '#src/features/accounts/foreign-write.ts';
import { isTeam } from '#src/features/accounts/team-session.ts';
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

/** What every rendered page goes through: the running services, no writes from elsewhere, the access policy. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  const { request, url, locals, routePattern } = context;
  const services = getServices();
  // The development server has no door of its own that says who came in.
  locals.client ??= { address: '127.0.0.1', isHttps: url.protocol === 'https:' };
  locals.services = services;
  const sender = {
    method: request.method,
    origin: request.headers.get('origin'),
    fetchSite: request.headers.get('sec-fetch-site'),
  };
  if (isForeignWrite(sender, ownOriginsOf(services, url.origin))) {
    return refuse(403, 'This was sent from another site.');
  }
  const access = accessPolicy[routePattern];
  if (access === undefined) return refuse(404, 'Not found');
  if (access === 'team' && !isTeam(request, services)) {
    return refuse(401, 'This page is for the team. Please open it with the link printed at start.');
  }
  try {
    return named(await next());
  } catch (error) {
    // Astro answers with the 500 page and keeps the reason to itself.
    services.log.error('page failed', { error: error instanceof Error ? error : new Error(String(error)) });
    throw error;
  }
});

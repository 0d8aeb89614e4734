import type { APIRoute } from 'astro';
import { validate as isUuid } from 'uuid';
import { findMailPart } from '#src/features/notifications/outbox/dev-mailbox.tsx';

export const prerender = false;

/**
 * A part of a mail in the development mailbox. The HTML is shown in a sandbox without scripts or anything from elsewhere; everything
 * else is saved.
 */
export const GET: APIRoute = async ({ params: { id = '', part = '' }, locals: { services } }) => {
  const found =
    services.config.mode === 'sample' && isUuid(id) ? await findMailPart(services.db, id, part) : null;
  if (!found) return new Response('Not found\n', { status: 404 });
  return new Response(found.content, {
    headers: {
      'content-type': found.type,
      'content-disposition': `${part === 'html' ? 'inline' : 'attachment'}; filename="${found.filename.replaceAll(/[^\w.-]/g, '_')}"`,
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      'cache-control': 'no-store',
    },
  });
};

import type { APIRoute } from 'astro';
import { validate as isUuid } from 'uuid';
import { findMailPart } from '#src/features/notifications/outbox/dev-mailbox.tsx';

export const prerender = false;

/**
 * Returns a part of an email in the development mailbox. HTML is displayed in a sandbox without scripts or external
 * resources; everything else is downloaded.
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

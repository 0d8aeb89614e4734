import type { APIRoute } from 'astro';
import { validate as isUuid } from 'uuid';
import { findMailPart } from '#src/features/outbox/dev-mails.ts';

export const prerender = false;

/** A part of a mail in the development mailbox, to be saved and never shown as a page of ours. */
export const GET: APIRoute = async ({ params: { id = '', part = '' }, locals: { services } }) => {
  const found =
    services.config.mode === 'sample' && isUuid(id) ? await findMailPart(services.db, id, part) : null;
  if (!found) return new Response('Not found\n', { status: 404 });
  return new Response(found.content, {
    headers: {
      'content-type': found.type,
      'content-disposition': `attachment; filename="${found.filename.replaceAll(/[^\w.-]/g, '_')}"`,
      'content-security-policy': "sandbox; default-src 'none'",
    },
  });
};

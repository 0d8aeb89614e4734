import type { APIRoute } from 'astro';
import { inertHeaders } from '#src/features/files/serving/file-access.ts';
import { findReplyFile } from '#src/features/leads/lead-page/reply-files.ts';
import { attachmentOf } from '#src/platform/http/attachment-name.ts';

export const prerender = false;

/** Returns a file that was attached to a reply, as a download. */
export const GET: APIRoute = async ({ params: { id = '', file = '' }, locals: { services } }) => {
  const found = await findReplyFile(services.db, { leadId: id, fileId: file });
  if (!found) return new Response('Not found\n', { status: 404 });
  return new Response(found.content, {
    headers: {
      ...inertHeaders,
      'cache-control': 'private, no-store',
      'content-type': 'application/octet-stream',
      'content-disposition': attachmentOf(found.name),
    },
  });
};

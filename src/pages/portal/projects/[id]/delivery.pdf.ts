import type { APIRoute } from 'astro';
import { deliveryPdf } from '#src/features/recordings/sheet/delivery-pdf.ts';
import { findDelivery } from '#src/features/recordings/sheet/find-delivery.ts';
import { attachmentOf } from '#src/platform/http/attachment-name.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals: { session, services }, params, url }) => {
  const found = session && (await findDelivery(services.db, session.person, params['id'], url));
  if (!found) return new Response(null, { status: 404 });
  return new Response(await deliveryPdf(found), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': attachmentOf(`${found.project.name} delivery sheet.pdf`),
    },
  });
};

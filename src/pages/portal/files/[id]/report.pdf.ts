import type { APIRoute } from 'astro';
import { specificationOf } from '#src/features/delivery/check-delivery.ts';
import { findReport } from '#src/features/delivery/find-sheet.ts';
import { reportPdf } from '#src/features/delivery/sheet-pdf.ts';
import { attachmentOf, withoutEnding } from '#src/platform/http/attachment-name.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals: { session, services }, params, url }) => {
  const sheet = session && (await findReport(services.db, session.person, params['id']));
  if (!sheet) return new Response(null, { status: 404 });
  const specification = specificationOf(url, sheet.file.specificationKey);
  const origin = services.config.publicUrl ?? url.origin;
  return new Response(await reportPdf({ sheet, specification, origin }), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': attachmentOf(`${withoutEnding(sheet.file.name)} delivery sheet.pdf`),
    },
  });
};

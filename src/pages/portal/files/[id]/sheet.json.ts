import type { APIRoute } from 'astro';
import { specificationOf } from '#src/features/delivery/check-delivery.ts';
import { findReport } from '#src/features/delivery/find-sheet.ts';
import { reportTextOf } from '#src/features/delivery/sheet-rows.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals: { session, services }, params, url }) => {
  const sheet = session && (await findReport(services.db, session.person, params['id']));
  if (!sheet) return new Response(null, { status: 404 });
  const { text } = reportTextOf(sheet, specificationOf(url, sheet.file.specificationKey));
  return new Response(text, { headers: { 'content-type': 'application/json' } });
};

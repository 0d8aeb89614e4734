import type { APIRoute } from 'astro';
import { findSpecification } from '#src/features/recordings/sheet/check-delivery.ts';
import { findSheet } from '#src/features/recordings/sheet/find-sheet.ts';
import { sheetJson } from '#src/features/recordings/sheet/sheet-rows.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals: { session, services }, params, url }) => {
  const sheet = session && (await findSheet(services.db, session.person, params['id']));
  if (!sheet) return new Response(null, { status: 404 });
  const specification = findSpecification(url.searchParams.get('check'));
  return Response.json(sheetJson(sheet, specification));
};

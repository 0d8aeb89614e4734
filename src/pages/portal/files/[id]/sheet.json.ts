import type { APIRoute } from 'astro';
import { findSheet } from '#src/features/recordings/sheet/find-sheet.ts';
import { sheetJson } from '#src/features/recordings/sheet/sheet-rows.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals: { session, services }, params }) => {
  const sheet = session && (await findSheet(services.db, session.person, params['id']));
  if (!sheet) return new Response(null, { status: 404 });
  return Response.json(sheetJson(sheet), { headers: { 'cache-control': 'private, no-store' } });
};

import type { APIRoute } from 'astro';
import { findSheet } from './find-sheet.ts';

/**
 * Redirects from a former address of a report or a comparison to the present one, for people who may see the file; 404 for others.
 */
export const movedTo =
  (addressOf: (fileId: string, query: URLSearchParams) => string | null): APIRoute =>
  async ({ locals: { session, services }, params, url }) => {
    const sheet = session && (await findSheet(services.db, session.person, params['id']));
    const address = sheet && addressOf(sheet.file.id, url.searchParams);
    return address
      ? new Response(null, { status: 303, headers: { location: address } })
      : new Response(null, { status: 404 });
  };

/** An address with this query, if there is any. */
export const withQuery = (address: string, query: URLSearchParams) =>
  query.size > 0 ? `${address}?${query.toString()}` : address;

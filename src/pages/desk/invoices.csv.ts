import type { APIRoute } from 'astro';
import { bookResponse } from '#src/features/invoices/desk/books.ts';

export const prerender = false;

/** Returns every invoice as CSV, one per row, of the days in the address. */
export const GET: APIRoute = ({ url, locals: { services } }) =>
  bookResponse({ db: services.db, now: services.clock.now(), url }, 'invoices');

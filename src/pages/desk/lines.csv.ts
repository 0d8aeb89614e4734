import type { APIRoute } from 'astro';
import { bookResponse } from '#src/features/invoices/desk/books.ts';

export const prerender = false;

/** Returns the lines of the invoices as CSV, of the days in the address. */
export const GET: APIRoute = ({ url, locals: { services } }) =>
  bookResponse({ db: services.db, now: services.clock.now(), url }, 'lines');

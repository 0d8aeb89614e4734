import type { APIRoute } from 'astro';
import { exportPerson } from '#src/features/clients/export-person.ts';

export const prerender = false;

/** Everything that is kept about this lead, for the team to hand on. */
export const GET: APIRoute = ({ locals: { services, session }, params: { id = '' } }) =>
  exportPerson(services, session, { leadId: id });

import type { APIRoute } from 'astro';
import { serveFigure } from '#src/features/files/serving/serve-artefact.ts';

export const prerender = false;

/** A recording's own figure, as its cover and to be saved. */
export const GET: APIRoute = async (context) =>
  (await serveFigure(context, 'svg')) ?? new Response(null, { status: 404 });

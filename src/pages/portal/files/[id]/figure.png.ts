import type { APIRoute } from 'astro';
import { serveFigure } from '#src/features/files/serving/serve-artefact.ts';

export const prerender = false;

/** Returns a recording's figure as a PNG download. */
export const GET: APIRoute = async (context) =>
  (await serveFigure(context, 'png')) ?? new Response(null, { status: 404 });

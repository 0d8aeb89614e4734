import type { APIRoute } from 'astro';
import { serveFigure } from '#src/features/files/serving/serve-artefact.ts';

export const prerender = false;

/** Returns a recording's figure as SVG, for its cover and as a download. */
export const GET: APIRoute = async (context) =>
  (await serveFigure(context, 'svg')) ?? new Response(null, { status: 404 });

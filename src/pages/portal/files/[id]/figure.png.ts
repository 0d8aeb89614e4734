import type { APIRoute } from 'astro';
import { serveFigure } from '#src/features/files/serving/serve-artefact.ts';

export const prerender = false;

/** A recording's own figure, as a picture to be saved. */
export const GET: APIRoute = async (context) =>
  (await serveFigure(context, 'png')) ?? new Response(null, { status: 404 });

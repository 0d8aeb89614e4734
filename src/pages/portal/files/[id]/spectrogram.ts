import type { APIRoute } from 'astro';
import { serveArtefact } from '#src/features/files/serving/serve-artefact.ts';

export const prerender = false;

/** Returns a recording's spectrogram for its player. */
export const GET: APIRoute = async (context) =>
  (await serveArtefact(context, 'spectrogram')) ?? new Response(null, { status: 404 });

import type { APIRoute } from 'astro';
import { handleUpload } from '#src/features/files/uploads/handle-upload.ts';

export const prerender = false;

/** Starts an upload, or returns the server's tus capabilities. */
const begin: APIRoute = ({ request, locals: { services, session } }) =>
  session
    ? handleUpload(request, { services, person: session.person, to: 'project', uploadId: null })
    : new Response(null, { status: 404 });

export const POST = begin;
export const OPTIONS = begin;

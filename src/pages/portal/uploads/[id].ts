import type { APIRoute } from 'astro';
import { handleUpload } from '#src/features/recordings/uploads/handle-upload.ts';

export const prerender = false;

/** How far an upload is, its next bytes, or its end (tus). */
const goOn: APIRoute = ({ request, params, locals: { services, session } }) =>
  session
    ? handleUpload(request, { services, person: session.person, to: 'inbox', uploadId: params['id'] ?? '' })
    : new Response(null, { status: 404 });

export const HEAD = goOn;
export const PATCH = goOn;
export const DELETE = goOn;

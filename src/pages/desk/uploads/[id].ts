import type { APIRoute } from 'astro';
import { handleUpload } from '#src/features/files/uploads/handle-upload.ts';

export const prerender = false;

/** Returns an upload's offset, appends its next bytes, or ends it (tus). */
const goOn: APIRoute = ({ request, params, locals: { services, session } }) =>
  session
    ? handleUpload(request, { services, person: session.person, to: 'project', uploadId: params['id'] ?? '' })
    : new Response(null, { status: 404 });

export const HEAD = goOn;
export const PATCH = goOn;
export const DELETE = goOn;

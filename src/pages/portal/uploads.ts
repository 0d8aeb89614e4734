import type { APIRoute } from 'astro';
import { handleUploadForm, isForm } from '#src/features/files/client-uploads/handle-upload-form.ts';
import { handleUpload } from '#src/features/files/uploads/handle-upload.ts';

export const prerender = false;

/** Starts an upload, or returns the server's tus capabilities; also handles the form of a browser without scripts. */
const begin: APIRoute = ({ request, locals: { services, session } }) => {
  if (!session) return new Response(null, { status: 404 });
  const { person } = session;
  return isForm(request)
    ? handleUploadForm(request, { services, person })
    : handleUpload(request, { services, person, to: 'inbox', uploadId: null });
};

export const POST = begin;
export const OPTIONS = begin;

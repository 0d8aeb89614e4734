import { Server, type ServerOptions, type Upload } from '@tus/server';
import { v7 as uuidv7, validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Services } from '#src/platform/services.ts';
import { findUploadedSize, finishUpload, hasProject } from './finish-upload.ts';
import { largestUploadBytes, uploadPath } from './upload-limits.ts';
import { rawMetadataOf, readUploadMetadata } from './upload-metadata.ts';
import { refusedUpload, UploadRefusal, type UploadRefusalReason } from './upload-refusal.ts';
import { hasRoomFor, uploadSpaceOf, type UploadSpace } from './upload-space.ts';

type Handling = {
  readonly services: Services;
  /** The member of the team who sends this. Whoever goes on with an upload may be another than who began it. */
  readonly team: Person;
  /** Null where one is begun. */
  readonly uploadId: string | null;
};

/** What the tus server answers with a status alone, in our words. */
const reasonOf: Readonly<Record<number, UploadRefusalReason>> = {
  403: 'gone',
  404: 'gone',
  410: 'gone',
  413: 'size',
};

/** May this be begun? Throws the refusal. */
async function admit({ services, team }: Handling, space: UploadSpace, upload: Upload) {
  if (upload.size === undefined) throw new UploadRefusal('length');
  const read = readUploadMetadata(upload.metadata, team.id);
  if (!read.ok) throw new UploadRefusal(read.reason);
  if (!(await hasProject(services.db, read.metadata.projectId))) throw new UploadRefusal('project');
  if (!(await hasRoomFor(services, space.folder, upload.size))) throw new UploadRefusal('room');
  return { metadata: rawMetadataOf(read.metadata) };
}

async function complete({ services, team }: Handling, space: UploadSpace, upload: Upload): Promise<void> {
  const outcome = await finishUpload(services, space, upload, team);
  if (outcome.ok) return;
  await space.store.remove(upload.id).catch(() => undefined);
  throw new UploadRefusal(outcome.reason);
}

function optionsOf(handling: Handling, space: UploadSpace): ServerOptions {
  const { services } = handling;
  return {
    path: uploadPath,
    locker: space.locker,
    maxSize: largestUploadBytes,
    relativeLocation: true,
    // Nobody elsewhere may read an answer.
    allowedOrigins: [],
    namingFunction: () => uuidv7(),
    onUploadCreate: (_request, upload) => admit(handling, space, upload),
    async onIncomingRequest({ method }) {
      if (method === 'PATCH' && !(await hasRoomFor(services, space.folder, 0)))
        throw new UploadRefusal('room');
    },
    async onUploadFinish(_request, upload) {
      await complete(handling, space, upload);
      return {};
    },
    async onResponseError(_request, error) {
      if (error instanceof UploadRefusal) return error;
      const { status_code: status = 500 } = error as { status_code?: number };
      const reason = reasonOf[status];
      if (reason) return new UploadRefusal(reason);
      // A wrong offset, a lock that is held, a header that is missing: the protocol's own affair.
      if (status < 500 && !(error instanceof Error)) return undefined;
      services.log.warn('upload interrupted', {
        error: error instanceof Error ? error : new Error(String(status)),
      });
      return new UploadRefusal('broken');
    },
  };
}

/** How far an upload is that is whole, also one whose last answer was lost: it is made a file then. Null: it is not whole. */
async function wholeAnswer(handling: Handling, space: UploadSpace, id: string): Promise<Response | null> {
  const { db } = handling.services;
  if ((await findUploadedSize(db, id)) === null) {
    const upload = await space.store.getUpload(id).catch(() => null);
    if (!upload || upload.offset !== upload.size) return null;
    await complete(handling, space, upload);
  }
  const size = String(await findUploadedSize(db, id));
  return new Response(null, {
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': size,
      'Upload-Length': size,
      'Cache-Control': 'no-store',
    },
  });
}

/** Takes a request of the tus protocol. The policy has let only the team through. */
export async function handleUpload(request: Request, handling: Handling): Promise<Response> {
  const { services, uploadId } = handling;
  try {
    if (uploadId !== null && !validate(uploadId)) throw new UploadRefusal('gone');
    const space = await uploadSpaceOf(services);
    const whole =
      uploadId !== null && request.method === 'HEAD' ? await wholeAnswer(handling, space, uploadId) : null;
    if (whole) return whole;
    const server = new Server({ ...optionsOf(handling, space), datastore: space.store });
    const response = await server.handleWeb(request);
    response.headers.set('cache-control', 'no-store');
    // What is said to other origins: there are none that may ask.
    const said = Array.from(response.headers.keys()).filter((name) => name.startsWith('access-control-'));
    for (const name of said) response.headers.delete(name);
    return response;
  } catch (error) {
    if (error instanceof UploadRefusal) return refusedUpload(error);
    services.log.error('upload failed', { error: error instanceof Error ? error : new Error(String(error)) });
    return refusedUpload(new UploadRefusal('broken'));
  }
}

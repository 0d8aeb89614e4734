import { setTimeout } from 'node:timers/promises';
import { EVENTS, Server, type ServerOptions, type Upload } from '@tus/server';
import { v7 as uuidv7, validate } from 'uuid';
import words from '#content/desk-projects.yaml';
import project from '#content/project.yaml';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Services } from '#src/platform/services/services.ts';
import { fileSizeText } from '../file-size.ts';
import type { UploadSpace } from '../client-uploads/client-upload-space.ts';
import { isDisconnect } from '#src/platform/disconnect.ts';
import { isDiskFull } from '#src/platform/disk-room.ts';
import { fill } from '#src/platform/fill.ts';
import { asError } from '#src/platform/log.ts';
import { finishUpload, rawMetadataOf, readUploadMetadata } from './finish-upload.ts';
import { findUpload, destinationNameOf } from './upload-place.ts';
import { destinations, type DestinationName } from './upload-destinations.ts';
import {
  hasRoomFor,
  largestUploadBytes,
  reserveRoom,
  uploadStoreOf,
  type UploadStore,
} from './upload-store.ts';

const refused = { ...words.upload.refused, ...project.sent.refused };

const statusByReason = {
  length: 400,
  name: 400,
  project: 404,
  gone: 404,
  checking: 423,
  joined: 501,
  broken: 503,
  room: 507,
  full: 507,
  space: 507,
  many: 507,
  open: 429,
  size: 413,
} as const;

type RefusalReason = keyof typeof statusByReason;

/** A refusal of an upload: a status and a message, in the form the tus server expects to be thrown. */
class UploadRefusal extends Error {
  override name = 'UploadRefusal';
  readonly status_code: number;
  readonly body: string;

  constructor(reason: RefusalReason, values: Readonly<Record<string, string>> = {}) {
    const sentence = fill(refused[reason], values);
    super(sentence);
    this.status_code = statusByReason[reason];
    this.body = `${sentence}\n`;
  }
}

const responseOf = ({ status_code: status, body }: UploadRefusal): Response =>
  new Response(body, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

type Handling = {
  readonly services: Services;
  /** The person who sends this request; another may have started the upload. */
  readonly person: Person;
  readonly to: DestinationName;
  /** Null for a request that creates an upload. */
  readonly uploadId: string | null;
};

/** Our message for statuses that the tus server sends without one. */
const reasonOf: Readonly<Record<number, RefusalReason>> = {
  403: 'gone',
  404: 'gone',
  410: 'gone',
  413: 'size',
};

const sizesOf = ({ leftBytes, limitBytes }: UploadSpace) => ({
  left: fileSizeText(leftBytes),
  limit: fileSizeText(limitBytes),
});

/** Validates a new upload and returns its metadata. Throws the refusal. */
async function checkNewUpload({ services, person, to }: Handling, store: UploadStore, upload: Upload) {
  const { id: uploadId, size: sizeBytes } = upload;
  if (sizeBytes === undefined) throw new UploadRefusal('length');
  const read = readUploadMetadata(upload.metadata, { ownerId: person.id, destination: to });
  if (!read.ok) throw new UploadRefusal(read.reason);
  const { projectId } = read.metadata;
  const now = services.clock.now();
  const metadata = rawMetadataOf(read.metadata);
  // Modified in place, because it is stored while space is reserved.
  const declared = Object.assign(upload, { metadata });
  const reserved = await reserveRoom(services, store, declared, (tx) =>
    destinations[to].admit(tx, person, { uploadId, projectId, sizeBytes, now }),
  );
  if (!reserved.ok)
    throw new UploadRefusal(reserved.reason, 'space' in reserved ? sizesOf(reserved.space) : {});
  return { metadata };
}

/**
 * Creates the file of a complete upload. Throws the refusal if it cannot become one, or if that exceeds the request
 * time limit; it then continues in the background.
 */
async function complete({ services, person }: Handling, store: UploadStore, upload: Upload): Promise<void> {
  const finished = finishUpload(services, store, upload, person);
  const waiting = new AbortController();
  const outcome = await Promise.race([
    finished,
    setTimeout(store.longestWaitMs, null, { signal: waiting.signal, ref: false }).catch(() => null),
  ]).finally(() => waiting.abort());
  if (outcome === null) {
    finished.catch((error: Error) => services.log.warn('upload interrupted', { error }));
    throw new UploadRefusal('checking');
  }
  if (!outcome.ok) throw new UploadRefusal(outcome.reason);
}

function optionsOf(handling: Handling, store: UploadStore, newId: string): ServerOptions {
  const { services } = handling;
  return {
    path: destinations[handling.to].path,
    locker: store.locker,
    maxSize: largestUploadBytes,
    relativeLocation: true,
    // Other sites must not read responses.
    allowedOrigins: [],
    namingFunction: () => newId,
    // The tus server would use the last URL segment including the query.
    getFileIdFromRequest: () => handling.uploadId ?? undefined,
    onUploadCreate: (_request, upload) => checkNewUpload(handling, store, upload),
    async onIncomingRequest({ method }) {
      if (method === 'PATCH' && !(await hasRoomFor(services, store, 0))) throw new UploadRefusal('full');
    },
    async onUploadFinish(_request, upload) {
      await complete(handling, store, upload);
      return {};
    },
    async onResponseError(request, error) {
      if (error instanceof UploadRefusal) return error;
      const { status_code: status = 500 } = error as { status_code?: number };
      const reason = isDiskFull(error) ? 'full' : reasonOf[status];
      if (reason) return new UploadRefusal(reason);
      // The tus server responds to a wrong offset, a lock or a missing header itself.
      if (status < 500 && !(error instanceof Error)) return undefined;
      const level = isDisconnect(error, request.signal.aborted) ? 'info' : 'warn';
      services.log[level]('upload interrupted', {
        error: error instanceof Error ? error : new Error(String(status)),
      });
      return new UploadRefusal('broken');
    },
  };
}

/** Returns the response for a complete upload, creating its file if needed; null for others. */
async function answerIfComplete(
  handling: Handling,
  store: UploadStore,
  id: string,
): Promise<Response | null> {
  const { db } = handling.services;
  const findSize = () => destinations[handling.to].findSize(db, id, handling.person);
  if ((await findSize()) === null) {
    const upload = await findUpload(store, id);
    if (upload && upload.offset === upload.size) await complete(handling, store, upload);
  }
  // Another request may have created the file and removed the upload in the meantime.
  const sizeBytes = await findSize();
  if (sizeBytes === null) return null;
  const size = String(sizeBytes);
  return new Response(null, {
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': size,
      'Upload-Length': size,
      'Cache-Control': 'no-store',
    },
  });
}

/**
 * Returns true if this person may continue an unfinished upload here. Uploads to other destinations or of other people
 * are not found. Finished uploads can only be looked up.
 */
async function isTheirs(
  { services, person, to }: Handling,
  store: UploadStore,
  id: string,
): Promise<boolean> {
  const { findSize, mayContinue } = destinations[to];
  const upload = await findUpload(store, id);
  if (!upload) return (await findSize(services.db, id, person)) !== null;
  return destinationNameOf(upload.metadata) === to && mayContinue(services.db, person, id);
}

/**
 * Forwards the request to the tus server, and releases the space of an upload that is cancelled, or admitted but not
 * created.
 */
async function handleTus(request: Request, handling: Handling, store: UploadStore): Promise<Response> {
  const { services, to, uploadId } = handling;
  const newId = uuidv7();
  const server = new Server({ ...optionsOf(handling, store, newId), datastore: store.files });
  let isCreated = false;
  const onCreated = () => (isCreated = true);
  server.on(EVENTS.POST_CREATE, onCreated);
  // The listener is on the shared store.
  const response = await server.handleWeb(request).finally(() => server.off(EVENTS.POST_CREATE, onCreated));
  const isCancelled = request.method === 'DELETE' && response.ok;
  const gone = request.method === 'POST' && !isCreated ? newId : isCancelled ? uploadId : null;
  if (gone !== null) await destinations[to].release(services.db, gone);
  return response;
}

/** Handles a tus request. The access policy has already restricted it to people who may upload to this destination. */
export async function handleUpload(request: Request, handling: Handling): Promise<Response> {
  const { services, uploadId } = handling;
  try {
    if (uploadId !== null && !validate(uploadId)) throw new UploadRefusal('gone');
    if (request.headers.has('upload-concat')) throw new UploadRefusal('joined');
    const store = await uploadStoreOf(services);
    if (uploadId !== null && !(await isTheirs(handling, store, uploadId))) throw new UploadRefusal('gone');
    const answer =
      uploadId !== null && request.method === 'HEAD'
        ? await answerIfComplete(handling, store, uploadId)
        : null;
    if (answer) return answer;
    const response = await handleTus(request, handling, store);
    response.headers.set('cache-control', 'no-store');
    // Other origins are not allowed, so there are no CORS headers.
    const corsHeaders = Array.from(response.headers.keys()).filter((name) =>
      name.startsWith('access-control-'),
    );
    for (const name of corsHeaders) response.headers.delete(name);
    return response;
  } catch (error) {
    if (error instanceof UploadRefusal) return responseOf(error);
    if (isDisconnect(error, request.signal.aborted))
      services.log.info('upload interrupted', { error: asError(error) });
    else services.log.error('upload failed', { error: asError(error) });
    return responseOf(new UploadRefusal('broken'));
  }
}

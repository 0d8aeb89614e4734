import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { listKept, type StoreKind } from '../store/file-stores.fixture.ts';
import { startObjectStore } from '#src/platform/bucket/bucket.fixture.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { uploadPlaceOf } from './upload-store.ts';
import { handleUpload } from './handle-upload.ts';
import type { DestinationName } from './upload-destinations.ts';

export const bytes = randomBytes(300_000);
export const address = 'http://studio.example/desk/uploads';
export const encoded = (text: string) => Buffer.from(text).toString('base64');

/** Creates a project and upload requests to it or its inbox, stored in a folder of the test. */
export async function makeUploads(
  database: Database,
  to: DestinationName = 'project',
  kept: StoreKind = 'folder',
) {
  const { db } = database;
  const dataDir = makeTestFolder();
  const made = await makeTestProject(db);
  const objects = kept === 'bucket' ? await startObjectStore() : null;
  const config = { dataDir, bucket: objects?.address ?? null };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const stopping = new AbortController();
  const { signal } = stopping;
  const services = { ...testServices(), db, database, config, log, stopping: signal } as unknown as Services;
  const send = (
    person: Person,
    method: string,
    uploadId: string | null,
    more: RequestInit = {},
    process = services,
  ) => {
    const headers = { 'tus-resumable': '1.0.0', ...(more.headers as Record<string, string>) };
    const request = new Request(uploadId === null ? address : `${address}/${uploadId}`, {
      method,
      ...more,
      headers,
    });
    return handleUpload(request, { services: process, person, to, uploadId });
  };
  const tryBegin = (person: Person, name = 'mix.bin', process = services, size = bytes.length) => {
    const forged = `ownerId ${encoded('forged')},destination ${encoded('forged')}`;
    const metadata = `projectId ${encoded(made.projectId)},name ${encoded(name)},needsApproval ${encoded('yes')},${forged}`;
    const headers = { 'upload-length': String(size), 'upload-metadata': metadata };
    return send(person, 'POST', null, { headers }, process);
  };
  const begin = async (person: Person, name?: string) => {
    const begun = await tryBegin(person, name);
    expect(begun.status, await begun.clone().text()).toBe(201);
    return (begun.headers.get('location') ?? '').split('/').at(-1) ?? '';
  };
  const patch = (person: Person, id: string, from: number, until = bytes.length) =>
    send(person, 'PATCH', id, {
      headers: { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      body: bytes.subarray(from, until),
    });
  const head = (person: Person, id: string) => send(person, 'HEAD', id);
  const left = async (folder: 'uploads' | 'files') =>
    folder === 'files' ? listKept(config) : uploadPlaceOf(config).list();
  return { ...made, db, objects, services, stopping, send, tryBegin, begin, patch, head, left };
}

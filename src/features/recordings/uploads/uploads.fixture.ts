import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services.ts';
import { handleUpload } from './handle-upload.ts';

export const bytes = randomBytes(300_000);
export const address = 'http://studio.example/desk/uploads';
export const encoded = (text: string) => Buffer.from(text).toString('base64');

/** A project, and requests that upload to it, into a folder of this test. */
export async function makeUploads(database: Database) {
  const { db } = database;
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const made = await makeTestProject(db);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const services = { ...testServices(), db, database, config: { dataDir }, log } as unknown as Services;
  const send = (
    team: Person,
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
    return handleUpload(request, { services: process, team, uploadId });
  };
  const tryBegin = (team: Person, name = 'mix.bin', process = services) => {
    const metadata = `projectId ${encoded(made.projectId)},name ${encoded(name)},needsApproval ${encoded('yes')},ownerId ${encoded('forged')}`;
    const headers = { 'upload-length': String(bytes.length), 'upload-metadata': metadata };
    return send(team, 'POST', null, { headers }, process);
  };
  const begin = async (team: Person, name?: string) => {
    const begun = await tryBegin(team, name);
    expect(begun.status, await begun.clone().text()).toBe(201);
    return (begun.headers.get('location') ?? '').split('/').at(-1) ?? '';
  };
  const patch = (team: Person, id: string, from: number, to = bytes.length) =>
    send(team, 'PATCH', id, {
      headers: { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      body: bytes.subarray(from, to),
    });
  const head = (team: Person, id: string) => send(team, 'HEAD', id);
  const left = async (folder: string) => readdir(join(dataDir, folder)).catch(() => []);
  return { ...made, db, services, send, tryBegin, begin, patch, head, left };
}

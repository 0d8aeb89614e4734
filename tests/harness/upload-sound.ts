import { expect, type APIRequestContext } from '@playwright/test';
import { waveOf } from './wave.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

type Sound = {
  readonly projectId: string;
  readonly name: string;
  /** The path for starting uploads: the team's by default. */
  readonly path?: '/desk/uploads' | '/portal/uploads';
  /** Two seconds of sound by default. */
  readonly bytes?: Buffer;
};

/** Uploads a recording in one chunk, to be approved if the team uploads it; returns the file's id. */
export async function uploadSound(
  sender: APIRequestContext,
  { projectId, name, path = '/desk/uploads', bytes = waveOf(2) }: Sound,
): Promise<string> {
  const version = { 'Tus-Resumable': '1.0.0' };
  const metadata = `projectId ${base64(projectId)},name ${base64(name)},needsApproval ${base64('yes')}`;
  const begun = { ...version, 'Upload-Length': String(bytes.length), 'Upload-Metadata': metadata };
  const made = await sender.post(path, { headers: begun });
  expect(made.status()).toBe(201);
  const address = made.headers()['location'] ?? '';
  const piece = { ...version, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  expect((await sender.patch(address, { headers: piece, data: bytes })).status()).toBe(204);
  return address.slice(address.lastIndexOf('/') + 1);
}

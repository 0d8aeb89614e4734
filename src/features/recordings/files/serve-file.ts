import type { Session } from '#src/features/accounts/sessions/session.ts';
import { attachmentOf } from '#src/platform/http/attachment-name.ts';
import { serveBytes, type Drained } from '#src/platform/http/serve-bytes.ts';
import type { Services } from '#src/platform/services.ts';
import { openStoredFile } from './file-store.ts';
import { downloadType, soundTypes } from './file-type.ts';
import { findFile } from './find-file.ts';

type Asked = {
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: {
    readonly services: Services;
    readonly session: Session | null;
    readonly drained?: Drained | undefined;
  };
};

// Whatever a browser makes of the bytes, they run nothing and reach nothing here.
const harmless = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
};

/**
 * Answers a file's address: `download` hands any file over to be saved, `listen` plays sound in place and knows nothing else.
 * Null: there is no such file for this person.
 */
export async function serveFile(
  { request, params, locals }: Asked,
  purpose: 'download' | 'listen',
): Promise<Response | null> {
  const { services, session, drained = () => Promise.resolve() } = locals;
  const file = session && (await findFile(services.db, session.person, params['id'] ?? ''));
  if (!file || (purpose === 'listen' && !soundTypes.has(file.mediaType))) return null;
  const handle = await openStoredFile(services.config.dataDir, file.storageKey);
  if (!handle) {
    services.log.error('stored bytes are missing', { file: params['id'] });
    return null;
  }
  const { name, sizeBytes, sha256, mediaType } = file;
  const manner =
    purpose === 'listen'
      ? { 'content-type': mediaType, 'content-disposition': 'inline' }
      : { 'content-type': downloadType, 'content-disposition': attachmentOf(name) };
  const headers = { ...harmless, ...manner };
  return serveBytes(request, { handle, sizeBytes, etag: `"${sha256}"`, headers }, drained);
}

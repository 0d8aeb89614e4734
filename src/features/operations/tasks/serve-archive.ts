import type { FileRequest } from '#src/features/files/serving/file-access.ts';
import { serveDownload } from '#src/features/files/serving/serve-file.ts';
import { findArchive } from './tasks.ts';

/** Returns the name of a downloaded archive: "antinode-backup-2026-11-28-1405.tar". */
const nameOf = (kind: 'backup' | 'export', madeAt: Date): string => {
  const moment = madeAt.toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  return `antinode-${kind}-${moment}.${kind === 'backup' ? 'tar' : 'zip'}`;
};

/** Returns a backup or an export as a download; 404 if it was deleted. */
export async function serveTaskArchive(context: FileRequest, kind: 'backup' | 'export'): Promise<Response> {
  const { services } = context.locals;
  const { db, clock } = services;
  const find = () => findArchive(db, clock.now(), kind, context.params['id'] ?? '');
  const archive = await find();
  const served = archive && {
    name: nameOf(kind, archive.askedAt),
    sha256: archive.sha256 ?? '',
    storageKey: archive.storageKey,
    isSeen: async () => (await find()) !== null,
  };
  return (served && (await serveDownload(context, served))) ?? new Response(null, { status: 404 });
}

import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import { figureKey, heardPitches } from '../covers/figure-drawing.ts';
import { recordingFigureSvg } from '../covers/draw-figure.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { artefactVersionOf } from '#src/audio/sound-artefacts.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { attachmentOf, withoutEnding } from '#src/platform/http/attachment-name.ts';
import { serveBytes } from '#src/platform/http/serve-bytes.ts';
import { inertHeaders, type FileRequest } from './file-request.ts';
import { fileStoreOf } from '../store/file-store.ts';
import { files } from '../store/file.table.ts';
import { findPicture, readFigure } from '../store/keep-picture.ts';
import { sightOf, type Sight } from './seen-by.ts';

const mediaTypes = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' } as const;

async function findFigure(db: Db, sight: Sight, fileId: string) {
  if (!validate(fileId)) return null;
  const { sha256 } = soundMeasurements;
  const [found] = await db
    .select({ name: files.name, sha256, key: figureKey, pitches: heardPitches })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .innerJoin(soundMeasurements, eq(sha256, files.sha256))
    .where(and(eq(files.id, fileId), sight.of));
  return found?.key ? { ...found, key: found.key } : null;
}

/**
 * Answers with the figure of a recording: as SVG, the lines computed when it was measured; as PNG, the stored picture. `?save`
 * offers it as a file. Browsers keep it under an address that names its version. Null if there is none, or `sight` (by default that
 * of the session) does not cover the file.
 */
export async function serveFigure(
  { request, url, params, locals }: FileRequest,
  as: keyof typeof mediaTypes,
  sight: Sight | null = sightOf(locals.session),
): Promise<Response | null> {
  const { services, drained = () => Promise.resolve() } = locals;
  const store = fileStoreOf(services.config);
  const found = sight && (await findFigure(services.db, sight, params['id'] ?? ''));
  if (!found) return null;
  const isVersion = url.searchParams.get('v') === artefactVersionOf(found.key);
  const file = attachmentOf(`${withoutEnding(found.name)} figure.${as}`);
  const headers = {
    ...inertHeaders,
    'content-type': mediaTypes[as],
    'cache-control': isVersion ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    ...(url.searchParams.has('save') ? { 'content-disposition': file } : {}),
  };
  if (as === 'svg') {
    const figure = await readFigure(store, found);
    return figure && new Response(recordingFigureSvg(figure), { headers });
  }
  const key = await findPicture(services, found);
  const picture = key && (await store.open(key));
  if (!picture) return null;
  return serveBytes(request, { file: picture, etag: `"${key}"`, headers }, drained);
}

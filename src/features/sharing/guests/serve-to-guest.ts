import { asc, eq } from 'drizzle-orm';
import { serveArtefact, serveFigure } from '#src/features/files/serving/serve-artefact.ts';
import type { VisibleFiles } from '#src/features/files/serving/file-access.ts';
import { archiveOf } from '#src/features/files/serving/serve-archive.ts';
import { downloadNameOf } from '#src/features/files/recording-versions.ts';
import { serveFile } from '#src/features/files/serving/serve-file.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { networkOf } from '#src/platform/client-address.ts';
import { attachmentOf } from '#src/platform/http/attachment-name.ts';
import { drainedWhile, serveBytes } from '#src/platform/http/serve-bytes.ts';
import { readBytes } from '#src/platform/http/read-form.ts';
import { setPrivateHeaders } from '#src/platform/http/set-private-headers.ts';
import { inertHeaders } from '#src/features/files/serving/file-access.ts';
import { pictureTypeOf } from '../links/cover-picture.ts';
import { listCoveredFiles, type CoveredFile } from './covered-files.ts';
import { enterLink, sightOf, type Entered, type GuestRequest } from './enter-link.ts';
import { recordHeard, recordListening } from './save-guest.ts';

/** The parts of a file that a guest can fetch. */
export type Served = 'download' | 'listen' | 'peaks' | 'spectrogram' | 'figure.svg' | 'figure.png';

/** Evaluated again while bytes are sent, since the link may end or change meanwhile. */
const sightDuring = ({ locals }: GuestRequest, entered: Entered, isDownload: boolean): VisibleFiles => ({
  get of() {
    return sightOf(entered, locals.services.clock.now(), isDownload).of;
  },
});

/** Returns the browser that requests the link, as its guests are recorded. */
export const browserOf = ({ request, locals }: GuestRequest, entered: Entered) => ({
  entered,
  browserHash: entered.browserHash,
  userAgent: request.headers.get('user-agent') ?? '',
  network: networkOf(locals.client.address),
});

/** Gives a saved file its title in place of the file's name. */
async function nameDownload(asked: GuestRequest, entered: Entered, answer: Response): Promise<Response> {
  const { services } = asked.locals;
  const covered = await listCoveredFiles(services.db, services.clock.now(), entered);
  const file = covered.find(({ id }) => id === asked.params['id']);
  if (file) answer.headers.set('content-disposition', attachmentOf(savedNameOf(file)));
  return answer;
}

/** The name of a saved file: its title or its name, with the extension of the upload. */
const savedNameOf = ({ title, name, originalName }: CoveredFile) =>
  downloadNameOf({ name: title ?? name, originalName: originalName ?? name });

async function answerOf(asked: GuestRequest, entered: Entered, what: Served): Promise<Response | null> {
  const { services } = asked.locals;
  const { id: fileId = '' } = asked.params;
  const sight = sightDuring(asked, entered, what === 'download');
  if (what === 'peaks' || what === 'spectrogram') return serveArtefact(asked, what, sight);
  if (what === 'figure.svg' || what === 'figure.png')
    return serveFigure(asked, what === 'figure.svg' ? 'svg' : 'png', sight);
  const answer = await serveFile(asked, what, sight);
  if (answer?.ok && what === 'download') await nameDownload(asked, entered, answer);
  if (!answer?.ok || asked.request.method !== 'GET') return answer;
  await recordListening(services, browserOf(asked, entered), fileId).catch((error: Error) =>
    services.log.warn('recording a listener failed', { error }),
  );
  return answer;
}

/** Answers a request under an open link; 404 alike if it is unknown, has ended, or something is to be entered first. */
async function answerEntered(
  asked: GuestRequest,
  answer: (entered: Entered) => Promise<Response | null>,
): Promise<Response> {
  const entered = await enterLink(asked);
  const found = entered && !entered.isLocked ? await answer(entered) : null;
  return setPrivateHeaders(found ?? new Response(null, { status: 404 }));
}

/**
 * Serves a file, or an image or data derived from its sound, to a guest. Returns 404 alike if the link is unknown, has
 * ended, still needs its password or a name, or does not cover the file.
 */
export const serveToGuest = (asked: GuestRequest, what: Served): Promise<Response> =>
  answerEntered(asked, (entered) => answerOf(asked, entered, what));

/** Serves all files of a link that allows downloads as a ZIP archive, in order and under their titles. */
export const serveArchiveToGuest = (asked: GuestRequest): Promise<Response> =>
  answerEntered(asked, async (entered) => {
    const { services } = asked.locals;
    const find = () => listCoveredFiles(services.db, services.clock.now(), entered, true);
    const covered = await find();
    if (covered.length === 0) return null;
    const digits = String(covered.length).length;
    const isSeen = async () => {
      const ids = new Set((await find()).map(({ id }) => id));
      return covered.every(({ id }) => ids.has(id));
    };
    const numbered = (file: CoveredFile, index: number) =>
      file.title === null
        ? savedNameOf(file)
        : `${String(index + 1).padStart(digits, '0')} ${savedNameOf(file)}`;
    return archiveOf(asked, {
      name: entered.link.title ?? entered.project.name,
      files: covered.map((file, index) => ({ ...file, name: numbered(file, index) })),
      isSeen,
    });
  });

/** Finds the stored picture of a link's cover. */
async function findCover({ services }: GuestRequest['locals'], { link }: Entered) {
  if (link.coverFileId === null) return null;
  const { storageKey, sha256 } = files;
  const [file] = await services.db
    .select({ storageKey, sha256 })
    .from(files)
    .where(eq(files.id, link.coverFileId))
    .orderBy(asc(files.id));
  return file ?? null;
}

/** Serves the picture on the cover of a playlist. */
export const serveCover = (asked: GuestRequest): Promise<Response> =>
  answerEntered(asked, async (entered) => {
    const { request, locals } = asked;
    const { services } = locals;
    const found = await findCover(locals, entered);
    const file = found && (await fileStoreOf(services.config).open(found.storageKey));
    if (!found || !file) return null;
    const type = await pictureTypeOf(file);
    if (type === null) {
      await file.close();
      return null;
    }
    const headers = { ...inertHeaders, 'content-type': type, 'cache-control': 'private, no-cache' };
    const isSeen = async () => (await enterLink(asked))?.isLocked === false;
    const drained = drainedWhile(locals.drained, services, isSeen);
    return serveBytes(request, { file, etag: `"${found.sha256}"`, headers }, drained);
  });

const mostReportBytes = 1000;

/** Records the places of a file that a guest has played, as their player reports them. */
export const answerHeard = (asked: GuestRequest): Promise<Response> =>
  answerEntered(asked, async (entered) => {
    const { services } = asked.locals;
    const posted = await readBytes(asked.request, mostReportBytes);
    if (!posted) return new Response(null, { status: 413 });
    const body = new URLSearchParams(Buffer.from(posted).toString('utf8'));
    const heard = body.get('heard') ?? '';
    const stoppedMs = Number(body.get('at') ?? '');
    const isValid = /^[01]{100}$/.test(heard) && Number.isInteger(stoppedMs) && stoppedMs >= 0;
    if (!isValid) return new Response(null, { status: 400 });
    await recordHeard(services, entered, asked.params['id'] ?? '', { heard, stoppedMs });
    return new Response(null, { status: 204 });
  });

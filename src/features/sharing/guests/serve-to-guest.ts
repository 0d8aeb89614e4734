import { visibleFilesOf } from '../links/open-link.ts';
import { serveArtefact, serveFigure } from '#src/features/files/serving/serve-artefact.ts';
import type { VisibleFiles } from '#src/features/files/serving/file-access.ts';
import { serveFile } from '#src/features/files/serving/serve-file.ts';
import { networkOf } from '#src/platform/client-address.ts';
import { setPrivateHeaders } from '#src/platform/http/set-private-headers.ts';
import { enterLink, type Entered, type GuestRequest } from './enter-link.ts';
import { recordListening } from './save-guest.ts';

/** The parts of a file that a guest can fetch. */
export type Served = 'download' | 'listen' | 'peaks' | 'spectrogram' | 'figure.svg' | 'figure.png';

async function answerOf(asked: GuestRequest, entered: Entered, what: Served): Promise<Response | null> {
  const { services, client } = asked.locals;
  const { id: fileId = '' } = asked.params;
  if (what === 'download' && !entered.link.mayDownload) return null;
  // Evaluated again while bytes are sent, since the link may end meanwhile.
  const sight: VisibleFiles = {
    get of() {
      return visibleFilesOf(entered.link.id, services.clock.now()).of;
    },
  };
  if (what === 'peaks' || what === 'spectrogram') return serveArtefact(asked, what, sight);
  if (what === 'figure.svg' || what === 'figure.png')
    return serveFigure(asked, what === 'figure.svg' ? 'svg' : 'png', sight);
  const answer = await serveFile(asked, what, sight);
  if (!answer?.ok || asked.request.method !== 'GET') return answer;
  const browser = {
    entered,
    browserHash: entered.browserHash,
    userAgent: asked.request.headers.get('user-agent') ?? '',
    network: networkOf(client.address),
  };
  await recordListening(services, browser, fileId).catch((error: Error) =>
    services.log.warn('recording a listener failed', { error }),
  );
  return answer;
}

/**
 * Serves a file, or an image or data derived from its sound, to a guest. Returns 404 alike if the link is unknown, has
 * ended, still needs its password, or does not cover the file.
 */
export async function serveToGuest(asked: GuestRequest, what: Served): Promise<Response> {
  const entered = await enterLink(asked);
  const found = entered && !entered.isLocked ? await answerOf(asked, entered, what) : null;
  return setPrivateHeaders(found ?? new Response(null, { status: 404 }));
}

import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';

const load = importAgain(() => import('./follow-listening.client.ts'));

/** Follows what a guest plays, from the first time that they play something. */
export function wireGuestPage(root: Document): void {
  const follow = loadOnce(async () => (await load()).followListening(root));
  root.addEventListener('play', () => void follow(), { capture: true, once: true });
  if (location.hash === '#play')
    load().then(
      ({ continuePlaylist }) => continuePlaylist(root),
      // Without the script, the guest presses play.
      () => undefined,
    );
}

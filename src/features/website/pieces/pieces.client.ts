import type { Stage } from './piece-player.client.ts';

/** Makes the pieces and tracks of a page playable. What plays them comes with the first press on one of their controls. */
export function wirePieces(page: Document): void {
  let stage: Promise<Stage> | undefined;
  const open = async () => {
    // Made within the press: later a browser may refuse to let it sound.
    const context = new AudioContext({ sampleRate: 48_000 });
    const { createStage } = await import('./piece-player.client.ts');
    return createStage(context);
  };
  const take = async ({ type, target }: Event) => {
    const control = (target as Element).closest<HTMLElement>(type === 'click' ? 'button' : 'input');
    const piece = control?.closest<HTMLElement>('[data-piece]');
    if (!control || !piece) return;
    try {
      (await (stage ??= open())).take(piece, control);
    } catch {
      stage = undefined;
      const failed = piece.querySelector<HTMLElement>('[data-failed]');
      if (failed) failed.textContent = failed.dataset['failed'] ?? '';
    }
  };
  for (const type of ['click', 'input']) page.addEventListener(type, (event) => void take(event));
}

import type { Stage } from './piece-player.client.ts';

/** Makes the pieces and tracks of a page playable. The player's code is loaded when a control is first used. */
export function wirePieces(page: Document): void {
  let stage: Promise<Stage> | undefined;
  const open = async () => {
    // Created in the event handler: later, autoplay rules may keep it silent.
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

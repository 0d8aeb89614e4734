import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Note } from '#src/features/site/notes.ts';
import { after } from '#src/features/cymatics/tone/after.ts';
import { followDestination } from './follow-destination.ts';
import { createInstrument } from './instrument.ts';
import { Overlay } from './overlay.tsx';
import { loadOverlayStyles } from './overlay-styles.ts';
import type { OverlayState } from './overlay-state.ts';
import { createTonePlayer } from '#src/features/cymatics/tone/tone-player.ts';

/** When the visitor has had time to see what opened; making an audio context takes a moment. */
const warmMs = 200;

/** Shows the overlay at the end of the page until the state says that it is closed; then nothing of it is left. */
export async function mountOverlay(
  page: Document,
  state: OverlayState,
  { initialNote }: { readonly initialNote?: Note },
): Promise<void> {
  await loadOverlayStyles(page);
  if (!state.isOpen) return;
  const host = page.createElement('div');
  page.body.append(host);
  const root = createRoot(host);
  const instrument = createInstrument({
    player: createTonePlayer({ page }),
    after,
    note: initialNote,
    onLeave: (destination) => {
      state.close();
      followDestination(page, destination);
    },
  });
  const close = () => state.close();
  const render = () =>
    root.render(<Overlay instrument={instrument} context={state.context} onClose={close} />);
  const cancelWarming = after(warmMs, () => instrument.player.warm());
  const stop = state.subscribe(() => {
    if (state.isOpen) {
      render();
      return;
    }
    stop();
    cancelWarming();
    root.unmount();
    host.remove();
    instrument.dispose();
  });
  flushSync(render);
}

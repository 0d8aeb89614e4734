import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';
import type { Playback } from './review-playback.client.ts';
import type { TimelineZoom } from './timeline-zoom.client.ts';

/** The tools that keys on the slider use. */
const toolOfKey: Readonly<Record<string, string>> = { '+': 'in', '=': 'in', '-': 'out', '0': 'whole' };

/**
 * Offers the tools of the timeline. Their script is loaded at the first use, and what was pressed or turned meanwhile is done then.
 * Returns a function that makes the view follow the playhead.
 */
export function wireTools(player: HTMLElement, playback: Playback): () => void {
  const timeline = player.querySelector<HTMLElement>('[data-timeline][data-peaks]');
  const tools = player.querySelector<HTMLElement>('[data-tools]');
  let zoom: TimelineZoom | null = null;
  const loadZoom = importAgain(() => import('./timeline-zoom.client.ts'));
  const load = loadOnce(async () => {
    const { wireZoom } = await loadZoom();
    return (zoom = wireZoom(player, playback));
  });
  const use = (tool: string | undefined) => {
    if (tool) void load().then((loaded) => loaded?.use(tool));
  };
  if (timeline && tools) {
    for (const event of ['pointerenter', 'focusin', 'touchstart'])
      for (const part of [timeline, tools])
        part.addEventListener(event, () => void load(), { passive: true });
    tools.addEventListener('click', (event) =>
      use((event.target as Element).closest<HTMLElement>('[data-tool]')?.dataset['tool']),
    );
    player.querySelector<HTMLElement>('[data-position]')?.addEventListener('keydown', (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) use(toolOfKey[event.key]);
    });
    const keepTurn = (event: WheelEvent) => {
      if (zoom || !(event.ctrlKey || event.metaKey)) return;
      // The browser would zoom the whole page.
      event.preventDefault();
      void load().then((loaded) => loaded && timeline.dispatchEvent(new WheelEvent(event.type, event)));
    };
    timeline.addEventListener('wheel', keepTurn, { passive: false });
  }
  return () => zoom?.follow();
}

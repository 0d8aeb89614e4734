import { minuteMs } from '#src/platform/durations.ts';

/** Moves the line of the present moment. */
function moveNow(root: Document): void {
  for (const line of root.querySelectorAll<SVGElement>('[data-now]')) {
    const zeroMs = Number(line.closest<HTMLElement>('[data-zero]')?.dataset['zero']);
    line.setAttribute('transform', `translate(0 ${(Date.now() - zeroMs) / minuteMs})`);
  }
}

/** Keeps the line of the present moment in place, and loads the drag-and-drop script once a pointer is over the week. */
export function wireCalendar(root: Document): void {
  const calendar = root.querySelector<HTMLElement>('[data-calendar]');
  const wire = async (element: HTMLElement) => {
    const { wireCalendarDrag } = await import('./calendar-drag.client.ts');
    wireCalendarDrag(element);
  };
  calendar?.addEventListener('pointerover', () => void wire(calendar), { once: true });
  window.setInterval(() => moveNow(root), minuteMs);
}

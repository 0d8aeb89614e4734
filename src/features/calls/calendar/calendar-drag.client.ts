import { wireDragOnto } from '#src/workspace/drag-onto.client.ts';
import { postAsPage } from '#src/workspace/post-form.client.ts';

/**
 * Enables dragging booked calls to another time in the week view. Without a pointer, a call is moved on its own page.
 */
export function wireCalendarDrag(calendar: HTMLElement): void {
  wireDragOnto(calendar, {
    sourceAt: (event) => (event.target as Element).closest<HTMLAnchorElement>('a[data-call]'),
    // Calls overlap the cells of later rows, including the dragged call itself.
    // A column of a host takes only their calls; another host is chosen on the call's page.
    targetAt: (event, call) =>
      document
        .elementsFromPoint((event as DragEvent).clientX, (event as DragEvent).clientY)
        .find(
          (element): element is HTMLElement =>
            element.matches('td[data-day]') &&
            [undefined, call.dataset['host']].includes((element as HTMLElement).dataset['host']),
        ) ?? null,
    drop(call, cell) {
      if (cell.contains(call)) return;
      const { day = '', time = '' } = cell.dataset;
      const zone = cell.closest<HTMLElement>('[data-week]')?.dataset['week'] ?? '';
      // The call's page asks for confirmation before emails are sent.
      postAsPage(
        `${call.pathname}?do=move`,
        new URLSearchParams({ day, time, zone, sequence: call.dataset['call'] ?? '' }),
      );
    },
  });
  calendar.dataset['canDrag'] = '';
}

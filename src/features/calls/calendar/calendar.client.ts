/** Loads the drag-and-drop script once a pointer is over the week. */
export function wireCalendar(root: Document): void {
  const calendar = root.querySelector<HTMLElement>('[data-calendar]');
  const wire = async (element: HTMLElement) => {
    const { wireCalendarDrag } = await import('./calendar-drag.client.ts');
    wireCalendarDrag(element);
  };
  calendar?.addEventListener('pointerover', () => void wire(calendar), { once: true });
}

type Dragging<Source extends HTMLElement, Target extends HTMLElement> = {
  /** What is dragged; null where that is something else, which stays what it is. */
  readonly sourceAt: (event: Event) => Source | null;
  /** What it may be dropped on; null where there is nothing. */
  readonly targetAt: (event: Event, source: Source) => Target | null;
  readonly drop: (source: Source, target: Target) => void;
};

/** Lets elements of `root` be dragged onto others, which are marked with `data-over` meanwhile; what is dragged has `data-dragged`. */
export function wireDragOnto<Source extends HTMLElement, Target extends HTMLElement>(
  root: HTMLElement | Document,
  { sourceAt, targetAt, drop }: Dragging<Source, Target>,
): void {
  let dragged: Source | null = null;
  const highlight = (target: Target | null) => {
    for (const old of root.querySelectorAll('[data-over]')) old.removeAttribute('data-over');
    target?.setAttribute('data-over', '');
  };
  const take = (event: Event) => dragged && targetAt(event, dragged);

  root.addEventListener('dragstart', (event) => {
    dragged = sourceAt(event);
    const { dataTransfer } = event as DragEvent;
    if (!dragged || !dataTransfer) return;
    dragged.dataset['dragged'] = '';
    dataTransfer.effectAllowed = 'move';
    dataTransfer.setData('text/plain', dragged.dataset['name'] ?? '');
  });
  root.addEventListener('dragover', (event) => {
    const target = take(event);
    if (target) event.preventDefault();
    highlight(target);
  });
  root.addEventListener('drop', (event) => {
    const target = take(event);
    if (!dragged || !target) return;
    event.preventDefault();
    drop(dragged, target);
  });
  root.addEventListener('dragend', () => {
    dragged?.removeAttribute('data-dragged');
    dragged = null;
    highlight(null);
  });
}

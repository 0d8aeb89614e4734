/** Makes every card something that a mouse can pick up. */
export function armCards(board: HTMLElement): void {
  for (const card of board.querySelectorAll<HTMLElement>('[data-card]')) card.draggable = true;
}

/** Lets a mouse carry cards from column to column; `drop` is told where one was let go. */
export function dragCards(board: HTMLElement, drop: (card: HTMLElement, status: string) => void): void {
  let carried: HTMLElement | null = null;
  const columnAt = (event: Event) => (event.target as Element).closest<HTMLElement>('[data-column]');
  const mark = (column: HTMLElement | null) => {
    for (const marked of board.querySelectorAll('[data-over]')) marked.removeAttribute('data-over');
    column?.setAttribute('data-over', '');
  };

  board.addEventListener('dragstart', (event) => {
    carried = (event.target as Element).closest<HTMLElement>('[data-card]');
    if (!carried || !event.dataTransfer) return;
    carried.dataset['dragged'] = '';
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', carried.dataset['name'] ?? '');
  });
  board.addEventListener('dragover', (event) => {
    const column = columnAt(event);
    if (!carried || !column) return;
    event.preventDefault();
    mark(column);
  });
  board.addEventListener('drop', (event) => {
    const status = columnAt(event)?.dataset['column'];
    if (!carried || status === undefined) return;
    event.preventDefault();
    drop(carried, status);
  });
  board.addEventListener('dragend', () => {
    carried?.removeAttribute('data-dragged');
    carried = null;
    mark(null);
  });
}

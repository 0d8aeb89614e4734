/** Calls `drop` with the card and the column's status when a card is dropped on a column. */
export function onCardDrop(board: HTMLElement, drop: (card: HTMLElement, status: string) => void): void {
  let dragged: HTMLElement | null = null;
  const columnAt = (event: Event) => (event.target as Element).closest<HTMLElement>('[data-column]');
  const highlight = (column: HTMLElement | null) => {
    for (const old of board.querySelectorAll('[data-over]')) old.removeAttribute('data-over');
    column?.setAttribute('data-over', '');
  };

  board.addEventListener('dragstart', (event) => {
    dragged = (event.target as Element).closest<HTMLElement>('[data-card]');
    if (!dragged || !event.dataTransfer) return;
    dragged.dataset['dragged'] = '';
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', dragged.dataset['name'] ?? '');
  });
  board.addEventListener('dragover', (event) => {
    const column = columnAt(event);
    if (!dragged || !column) return;
    event.preventDefault();
    highlight(column);
  });
  board.addEventListener('drop', (event) => {
    const status = columnAt(event)?.dataset['column'];
    if (!dragged || status === undefined) return;
    event.preventDefault();
    drop(dragged, status);
  });
  board.addEventListener('dragend', () => {
    dragged?.removeAttribute('data-dragged');
    dragged = null;
    highlight(null);
  });
}

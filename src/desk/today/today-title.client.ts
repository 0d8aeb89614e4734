const markId = 'header-today';

const counted = /^\(\d+\) /;

/** Keeps the number of unread things on Today at the start of the page's title. */
export function showCountInTitle(root: Document): void {
  const around = root.getElementById(markId)?.parentElement;
  if (!around) return;
  const look = () => {
    // An error comes first, and stays until the field is corrected.
    if (root.querySelector('[aria-invalid="true"]')) return;
    const { count = '0' } = root.getElementById(markId)?.dataset ?? {};
    const title = root.title.replace(counted, '');
    const newTitle = count === '0' ? title : `(${count}) ${title}`;
    if (newTitle !== root.title) root.title = newTitle;
  };
  // Live updates replace the whole mark.
  new MutationObserver(look).observe(around, { childList: true });
}

const markId = 'header-chats-waiting';

const counted = /^\(\d+\) /;

/** Shows the number of waiting visitors in the page's title, for members who take chats. */
export function showWaitingCountInTitle(root: Document): void {
  const mark = root.getElementById(markId);
  const around = mark?.parentElement;
  if (!around) return;
  const look = () => {
    const { waiting = '0', takesChats } = root.getElementById(markId)?.dataset ?? {};
    const isCounted = takesChats !== undefined && waiting !== '0';
    const title = root.title.replace(counted, '');
    const newTitle = isCounted ? `(${waiting}) ${title}` : title;
    if (newTitle !== root.title) root.title = newTitle;
  };
  // Live updates replace the whole mark.
  new MutationObserver(look).observe(around, { childList: true });
  // Runs after every script of the page has read the title.
  root.addEventListener('DOMContentLoaded', look, { once: true });
}

const markId = 'header-chats-waiting';

const counted = /^\(\d+\) /;

/** Shows in the title of the page how many visitors wait in the chat, to members who take chats, and keeps it up to date. */
export function showWaitingCountInTitle(root: Document): void {
  const mark = root.getElementById(markId);
  const around = mark?.parentElement;
  if (!around) return;
  const look = () => {
    const { waiting = '0', takesChats } = root.getElementById(markId)?.dataset ?? {};
    const isTold = takesChats !== undefined && waiting !== '0';
    const title = root.title.replace(counted, '');
    const told = isTold ? `(${waiting}) ${title}` : title;
    if (told !== root.title) root.title = told;
  };
  // The live mechanism replaces the mark as a whole.
  new MutationObserver(look).observe(around, { childList: true });
  // After every script of the page has read its title.
  root.addEventListener('DOMContentLoaded', look, { once: true });
}

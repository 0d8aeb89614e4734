/** Says this in the notice that an element holds, and shows it; an empty text hides it. */
export function showNotice(holder: Element, text: string): void {
  const notice = holder.firstElementChild;
  if (!(notice instanceof HTMLElement)) return;
  const sentence = notice.querySelector('span');
  if (sentence) sentence.textContent = text;
  notice.hidden = text === '';
}

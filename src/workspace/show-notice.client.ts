/** Shows a text in the notice inside an element; an empty text hides it. */
export function showNotice(holder: Element, text: string): void {
  const notice = holder.firstElementChild;
  if (!(notice instanceof HTMLElement)) return;
  const sentence = notice.querySelector('span');
  if (sentence) sentence.textContent = text;
  notice.hidden = text === '';
}

import { controlsOf, type Control } from './form-values.client.ts';

/** Says under a control what is wrong with it; without a sentence takes that away again. */
export function showError(control: Control, sentence: string | null): void {
  const place = control.ownerDocument.getElementById(`${control.id}-error`);
  if (!place) return;
  const others = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id && id !== place.id);
  if (sentence === null) control.removeAttribute('aria-invalid');
  else {
    control.setAttribute('aria-invalid', 'true');
    others.push(place.id);
  }
  if (others.length > 0) control.setAttribute('aria-describedby', others.join(' '));
  else control.removeAttribute('aria-describedby');
  place.hidden = sentence === null;
  const words = place.querySelector('span');
  if (words) words.textContent = sentence ?? '';
}

/** Shows the sentence of every field that has one, clears the others, and moves focus to the first. */
export function showErrors(form: HTMLFormElement, sentences: Readonly<Record<string, string>>): void {
  const controls = controlsOf(form);
  for (const control of controls) showError(control, sentences[control.name] ?? null);
  controls.find(({ name }) => name in sentences)?.focus();
}

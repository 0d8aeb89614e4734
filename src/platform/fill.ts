/** A name as it may stand in a sentence or a subject: on one line, in its own place and not longer than this. */
export function nameOf(text: string | undefined, standIn: string, longest = 120): string {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim();
  if (line === '') return standIn;
  const letters = [...line];
  return letters.length <= longest ? line : `${letters.slice(0, longest).join('')}…`;
}

/** Replaces each `{placeholder}`; what a value holds is left alone. */
export const fill = (template: string, values: Readonly<Record<string, string>>) =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

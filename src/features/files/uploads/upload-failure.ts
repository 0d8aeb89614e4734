import { fill } from '#src/platform/fill.ts';

/** The response to a refused piece of an upload; status 0 if there was none. */
export type UploadAnswer = {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
};

const text = /^text\/plain\b/;

/** Why an upload failed: the server's own sentence where it gave one, and else what the answer was. */
export function failureOf(answer: UploadAnswer, words: Readonly<Record<string, string>>): string {
  const { status, type = '' } = answer;
  const own = answer.text.trim();
  if (status === 0) return words['unreachable'] ?? '';
  if (status === 401 || status === 403) return words['signedOut'] ?? '';
  if (text.test(type) && own !== '') return own;
  // Our server takes pieces of this size; what refuses them stands in front of it.
  if (status === 413) return words['pieceRefused'] ?? '';
  return fill(words['answered'] ?? '', { status: String(status) });
}

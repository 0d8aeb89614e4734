/** Reading speed used to compute the minutes; slow, since the articles contain numbers. */
const WORDS_PER_MINUTE = 200;

/** Number of words in the body of an MDX text: markup, imports and expressions do not count. */
export function wordCountOf(body: string): number {
  const plain = body
    .replace(/^(import|export) .*$/gm, ' ')
    .replace(/\{[^{}]*\}/g, ' ')
    .replace(/<[^<>]+>/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/[|#*`>_-]/g, ' ');
  return plain.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Reading time of an MDX text in whole minutes, at least one. */
export function readingMinutesOf(body: string): number {
  return Math.max(1, Math.round(wordCountOf(body) / WORDS_PER_MINUTE));
}

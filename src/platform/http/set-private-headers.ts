/** Nothing of this answer is kept by anybody in between, found by search engines, or told to where its links lead. */
export function setPrivateHeaders<Answer extends { readonly headers: Headers }>(answer: Answer): Answer {
  answer.headers.set('cache-control', 'private, no-store');
  answer.headers.set('referrer-policy', 'no-referrer');
  answer.headers.set('x-robots-tag', 'noindex, nofollow, noarchive');
  return answer;
}

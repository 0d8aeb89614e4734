/** Sets headers that keep a response out of caches and search engines, and its URL out of the Referer header. */
export function setPrivateHeaders<Answer extends { readonly headers: Headers }>(answer: Answer): Answer {
  answer.headers.set('cache-control', 'private, no-store');
  answer.headers.set('referrer-policy', 'no-referrer');
  answer.headers.set('x-robots-tag', 'noindex, nofollow, noarchive');
  return answer;
}

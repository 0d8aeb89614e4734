// A web address without the punctuation that ends its sentence, or an email address. Each repetition is bounded or ends at a space, so
// that searching takes linear time.
const address =
  /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]|(?:mailto:)?[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8})/i;

/** A part of a text; `href` is the address of a link, null for other text. */
export type LinkPart = { readonly text: string; readonly href: string | null };

function hrefOf(found: string): string {
  if (/^https?:/i.test(found) || /^mailto:/i.test(found)) return found;
  return `mailto:${found}`;
}

/** Splits a typed text at its web and email addresses. No other scheme becomes a link. */
export const linkPartsOf = (text: string): LinkPart[] =>
  text
    .split(address)
    .map((part, index) => ({ text: part, href: index % 2 === 0 ? null : hrefOf(part) }))
    .filter((part) => part.text !== '');

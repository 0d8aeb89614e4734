/** The copy deck's lists are lower case; on a page of its own a line begins like a sentence. */
export const sentenceOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

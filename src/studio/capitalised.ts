/** A text whose first letter is a capital, as a sentence begins. */
export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

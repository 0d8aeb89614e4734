/** Takes out the marks that turn the direction of writing: with them a file's ending could pretend to be another. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(/\p{Bidi_Control}/gu, '');

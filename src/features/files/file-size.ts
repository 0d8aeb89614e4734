import project from '#content/project.yaml';
import { locale } from '#src/studio/locale.ts';
import { createSizeText, type SizeWords } from './size-text.ts';

/** How the studio writes sizes; a page gives it to its scripts. */
export const sizeWords: SizeWords = { ...project.sizes, locale };

/** A size as text: "812 bytes", "4.6 MB", "118 MB". */
export const fileSizeText = createSizeText(sizeWords);

import project from '#content/project.yaml';
import { locale } from '#src/studio/locale.ts';
import { createSizeText, type SizeWords } from './size-text.ts';

/** The studio's size format, which pages pass to their scripts. */
export const sizeWords: SizeWords = { ...project.sizes, locale };

/** A size as text: "812 bytes", "4.6 MB", "118 MB". */
export const fileSizeText = createSizeText(sizeWords);

import { loadSheet } from '#src/ui/load-sheet.client.ts';
import sheetUrl from './overlay.css?url';

/** The overlay's styles, which no page carries until somebody turns to it. Resolves once they are there. */
export const loadOverlayStyles = (page: Document): Promise<void> => loadSheet(page, sheetUrl);

import { refreshRegions } from '#src/features/notifications/live/refresh-regions.client.ts';
import type { ChosenFile } from './chosen-files.client.ts';
import { fingerprintOf, showInterrupted } from './upload-loader.client.ts';
import { UploadRow } from './upload-row.client.ts';
import { createSummary } from './upload-view.client.ts';

/** A browser has six connections to a server; pages and their events need some. */
const atOnce = 3;

const isUnderWay = (row: UploadRow) => row.state === 'sending' || row.state === 'checking';
const isSettled = (row: UploadRow) => row.state === 'done' || row.state === 'cancelled';

/** The uploads of this panel: some at the same time, the rest waits; one that fails stops no other. */
export function createUploads(panel: HTMLElement) {
  let rows: UploadRow[] = [];
  let stored = 0;

  function begin(): void {
    const waiting = navigator.onLine ? rows.filter((row) => row.state === 'waiting') : [];
    const free = atOnce - rows.filter(isUnderWay).length;
    for (const row of waiting.slice(0, Math.max(0, free))) void row.begin();
  }

  const summary = createSummary(panel, {
    retry: () => rows.forEach((row) => row.retry()),
    cancel: () => rows.filter((row) => !isSettled(row)).forEach((row) => row.cancel()),
  });

  let isPlanned = false;
  /** Runs once for a burst of changes, since what it begins changes things again. */
  function change(): void {
    if (isPlanned) return;
    isPlanned = true;
    queueMicrotask(() => {
      isPlanned = false;
      begin();
      summary.show(rows);
      const now = rows.filter((row) => row.state === 'done').length;
      if (now > stored) void refreshRegions(location.href);
      stored = now;
      showInterrupted(
        panel,
        rows.filter((row) => !isSettled(row)).map(({ fingerprint }) => fingerprint),
      );
    });
  }

  window.addEventListener('online', () => rows.forEach((row) => row.retry('unreachable')));
  return {
    /** Adds files to what is uploaded; what is under way already is not added again. */
    add(files: readonly ChosenFile[]): void {
      if (rows.every(isSettled)) {
        for (const row of rows) row.remove();
        rows = [];
        stored = 0;
      }
      const known = new Set(rows.filter((row) => !isSettled(row)).map(({ fingerprint }) => fingerprint));
      for (const chosen of files) {
        if (known.has(fingerprintOf(panel.dataset['upload'] ?? '', chosen))) continue;
        rows.push(new UploadRow(panel, chosen, change));
      }
      change();
    },
  };
}

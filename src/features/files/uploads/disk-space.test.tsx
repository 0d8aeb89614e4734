import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DiskNotice } from './disk-notice.tsx';
import { createDiskWatch, findFreeDisk } from './disk-space.ts';

const shown = (freeBytes: number | null, isQuiet = false) =>
  renderToStaticMarkup(<DiskNotice {...{ freeBytes, isQuiet }} />).replaceAll(/<[^>]*>/g, '');

test('shows free disk space on the desk and warns before uploads are refused', () => {
  expect(shown(412e9)).toBe('412\u00A0GB of disk space is free.');
  expect(shown(412e9, true)).toBe('');
  expect(shown(4.2e9, true)).toContain(
    'Only 4.2\u00A0GB of disk space is left. Uploads are refused below 1\u00A0GB.',
  );
  expect(shown(9e8, true)).toContain('900\u00A0MB of disk space is left, so uploads are refused.');
  expect(shown(null)).toBe('');
});

test('omits an unreadable disk', async () => {
  expect(await findFreeDisk({ config: { dataDir: '/nowhere' } } as never)).toBeNull();
  expect(await findFreeDisk({ config: { dataDir: '/' } } as never)).toBeGreaterThan(0);
});

test('logs once that the disk is almost full, and once that it has space again', () => {
  const logged: string[] = [];
  const say = (event: string) => void logged.push(event);
  const look = createDiskWatch({ warn: say, info: say });
  for (const freeBytes of [9e9, 4e9, 3e9, null, 8e9, 9e9, 1e8]) look(freeBytes);
  expect(logged).toEqual(['disk space is low', 'disk space is no longer low', 'disk space is low']);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/project.yaml';
import { OwnUploadsPanel } from './client-upload-panels.tsx';

test('shows used-up space as full, even if the limit is zero', () => {
  for (const limitBytes of [0, 2_000_000]) {
    const space = { isUsual: false, limitBytes, usedBytes: 2_000_000, leftBytes: 0, count: 1 };
    const html = renderToStaticMarkup(
      <OwnUploadsPanel
        projectId="project"
        person={{ id: 'person', permission: 'approve' }}
        sent={{ files: [], space, requests: [] }}
        error={undefined}
        today="2026-11-20"
      >
        {null}
      </OwnUploadsPanel>,
    );
    const [, max, value] = /<progress[^>]* max="(\d+)" value="(\d+)"/.exec(html) ?? [];
    expect(value).toBe(max);
    expect(html).toContain(words.sent.spent);
  }
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/accounts.yaml';
import type { SecurityLogRow } from './security-log.ts';
import { SecurityLogPanel } from './security-log-panel.tsx';

const row: SecurityLogRow = {
  id: '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11',
  at: new Date('2026-11-21T10:00:00Z'),
  kind: 'signed-in',
  subjectId: null,
  userAgent: '',
  network: '',
  details: {},
  times: 1,
  isRest: false,
  actorId: null,
  actorName: null,
};

test.each(['device-blocked', 'toString'])(
  'says of a kind of a newer version, %s, that something else happened',
  (kind: string) => {
    const page = renderToStaticMarkup(
      <SecurityLogPanel trail={[Object.assign({ ...row }, { kind }), row]} />,
    );
    expect(page).toContain(`<p>${words.trail.something}</p>`);
    expect(page).toContain(`<p>${words.trail.kinds['signed-in']}</p>`);
    expect(page).not.toContain(kind);
  },
);

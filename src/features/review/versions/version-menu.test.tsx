import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { answerMessages } from '#src/workspace/page-action.ts';
import { VersionDragStatus } from './version-menu.tsx';

test('the page passes its script the message for a drag that gets no response', () => {
  const page = renderToStaticMarkup(<VersionDragStatus />);
  for (const words of Object.values(answerMessages)) expect(page).toContain(words);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { answerWords } from '#src/workspace/page-action.ts';
import { VersionDragStatus } from './version-menu.tsx';

test('a dragged file that no answer comes for can be told of: the page hands its script the words', () => {
  const page = renderToStaticMarkup(<VersionDragStatus />);
  for (const words of Object.values(answerWords)) expect(page).toContain(words);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ArrowLink } from './arrow-link.tsx';

const iconOf = (href: string) =>
  /data-icon="([^"]+)"/.exec(renderToStaticMarkup(<ArrowLink label="Go" href={href} />))?.[1];

test('an arrow points down where its link leads down the same page, and else to the right', () => {
  expect(iconOf('#make')).toBe('arrow-down');
  expect(iconOf('/#records')).toBe('arrow-right');
  expect(iconOf('/blog')).toBe('arrow-right');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LinkedText } from './linked-text.tsx';

const htmlOf = (text: string) => renderToStaticMarkup(<LinkedText text={text} />);

test('links web and email addresses, without the punctuation behind them', () => {
  expect(htmlOf('See https://a.example/x?y=1&z=(2), please.')).toBe(
    'See <a href="https://a.example/x?y=1&amp;z=(2" rel="noopener nofollow" target="_blank">https://a.example/x?y=1&amp;z=(2</a>), please.',
  );
  expect(htmlOf('ada@studio.example or mailto:tomas@studio.example!')).toBe(
    '<a href="mailto:ada@studio.example" rel="noopener nofollow">ada@studio.example</a> or <a href="mailto:tomas@studio.example" rel="noopener nofollow">mailto:tomas@studio.example</a>!',
  );
});

test('links no other scheme, and escapes what was typed', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    'JAVASCRIPT://%0aalert(1)',
  ])
    expect(htmlOf(text)).not.toContain('<a');
  expect(htmlOf('https://a.example/"onmouseover="x')).toContain('href="https://a.example/"');
  expect(htmlOf('<img src=x onerror=alert(1)>')).toBe('&lt;img src=x onerror=alert(1)&gt;');
});

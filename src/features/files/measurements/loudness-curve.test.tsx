import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LoudnessCurve } from './loudness-curve.tsx';

test('the curve of a sound lies between its start and its end, also where a picture goes on', () => {
  const markup = renderToStaticMarkup(
    <LoudnessCurve curve={[-30, -20, -10]} label="Loudness" startAt={0.1} endAt={0.5} />,
  );
  expect(markup).toContain('d="M60.0 60.0L180.0 40.0L300.0 20.0"');
});

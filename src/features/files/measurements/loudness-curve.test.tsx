import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LoudnessCurve } from './loudness-curve.tsx';

test('draws the curve between the start and end of the sound, even if the video is longer', () => {
  const markup = renderToStaticMarkup(
    <LoudnessCurve curve={[-30, -20, -10]} label="Loudness" startAt={0.1} endAt={0.5} />,
  );
  expect(markup).toContain('d="M60.0 60.0L180.0 40.0L300.0 20.0"');
});

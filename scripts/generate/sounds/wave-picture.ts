import type { Stereo } from './encode-sound.ts';

const bars = 240;
const height = 100;
const least = 1.2;

/** Returns the peak of each slice, one slice per bar of a waveform. */
export function barsOf({ left, right }: Stereo): Float64Array {
  const peaks = new Float64Array(bars);
  for (let index = 0; index < left.length; index++) {
    const bar = Math.floor((index * bars) / left.length);
    const size = Math.max(Math.abs(left[index] as number), Math.abs(right[index] as number));
    if (size > (peaks[bar] as number)) peaks[bar] = size;
  }
  return peaks;
}

type Grows = 'up' | 'down' | 'both';

function pathOf(peaks: readonly number[], loudest: number, grows: Grows): string {
  const step = bars / peaks.length;
  const width = Math.round(56 * step) / 100;
  return peaks
    .map((peak, index) => {
      const length = Math.max(least, Math.round((1000 * peak) / loudest) / 10);
      const top = grows === 'up' ? height - length : grows === 'down' ? 0 : (height - length) / 2;
      return `M${index * step} ${Math.round(10 * top) / 10}h${width}v${length}h-${width}z`;
    })
    .join('');
}

/**
 * Draws a waveform as a mask: its bars rest on the lower edge (`up`), hang from the upper one (`down`) or are centred.
 * A narrow drawing has half as many bars, so that they stay separate.
 */
export function wavePicture(peaks: Float64Array, loudest: number, grows: Grows): string {
  const fine = Array.from(peaks);
  const coarse = fine.flatMap((peak, index) =>
    index % 2 === 0 ? [Math.max(peak, fine[index + 1] ?? 0)] : [],
  );
  const style = '.c{display:none}@media(max-width:480px){.c{display:inline}.f{display:none}}';
  const [wide, narrow] = [fine, coarse].map((each) => pathOf(each, loudest, grows));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${bars}" height="${height}" viewBox="0 0 ${bars} ${height}" preserveAspectRatio="none"><style>${style}</style><path class="f" d="${wide}"/><path class="c" d="${narrow}"/></svg>`;
}

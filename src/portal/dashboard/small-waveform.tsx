import styles from './small-waveform.module.css';

const bars = 140;
const box = { width: 600, height: 60 };
const bar = { step: box.width / bars, width: 2.2, least: 1 };

/** The path of the bars, each as high as the loudest peak of its part. */
function outlineOf(peaks: string): string {
  const bytes = Buffer.from(peaks, 'base64');
  return Array.from({ length: bars }, (_, index) => {
    const from = Math.floor((index * bytes.length) / bars);
    const to = Math.max(from + 1, Math.floor(((index + 1) * bytes.length) / bars));
    const loudest = Math.max(0, ...bytes.subarray(from, to));
    const height = Math.max(bar.least, (loudest / 255) * box.height);
    const [x, y] = [index * bar.step, (box.height - height) / 2];
    return `M${x.toFixed(1)} ${y.toFixed(1)}h${bar.width}v${height.toFixed(1)}h-${bar.width}z`;
  }).join('');
}

/** A small waveform in the colour of the text; decorative. */
export function SmallWaveform({ peaks }: { /** One byte a slice, base64. */ readonly peaks: string }) {
  return (
    <svg
      className={styles.wave}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={outlineOf(peaks)} />
    </svg>
  );
}

const width = 800;
const harmonics = 8;
const lineHeight = 33.5;
const amplitude = 22;

/**
 * The n-th harmonic of a string as long as the drawing is wide, on a line of its own. Each half wave is one cubic
 * whose handles give it a sine's slope at both ends and its height in the middle.
 */
function pathOf(n: number): string {
  const length = width / n;
  const handle = (4 / (3 * Math.PI)) * length;
  const height = (4 / 3) * amplitude;
  const [near, far, end, up] = [handle, length - handle, length, height].map((value) => +value.toFixed(1));
  const first = `c${near}-${up} ${far}-${up} ${end} 0`;
  const others = Array.from({ length: n - 1 }, (_, i) => `s${far} ${i % 2 ? '-' : ''}${up} ${end} 0`);
  return `M0 ${n * lineHeight}${first}${others.join('')}`;
}

/** The first eight harmonics of a string, one above the other, stretched over the box its class gives it. */
export function Harmonics({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox={`0 0 ${width} 292`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: harmonics }, (_, index) => (
        <path key={index} d={pathOf(index + 1)} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

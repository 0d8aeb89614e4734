import { notes } from '#src/features/site/notes.ts';
import { Figure } from '#src/ui/figure.tsx';
import { besselZero } from './bessel.ts';
import styles from './explainer-drawings.module.css';
import { modesOf } from './field.ts';

const widthPx = 240;
const heightPx = 64;

/** Path data of a curve over the drawing's width; `valueOf` gives 0 (bottom) to 1 (top) for 0 ≤ t ≤ 1. */
function curveOf(valueOf: (t: number) => number): string {
  const points = Array.from({ length: widthPx + 1 }, (_, x) => {
    const y = 2 + (heightPx - 4) * (1 - valueOf(x / widthPx));
    return `${x} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

/** A sine whose frequency rises from one to nine times. */
const chirp = curveOf((t) => (1 - Math.cos(2 * Math.PI * (1.2 * t + 4.6 * t * t))) / 2);

/** The power with which a membrane answers that has the modes of all twelve notes, each of quality 120. */
const resonances = notes.flatMap((note) =>
  modesOf(note).map(({ m, n, amplitude }) => ({ zero: besselZero(m, n), amplitude })),
);
const powerOf = (k: number) =>
  resonances.reduce(
    (sum, { zero, amplitude }) => sum + amplitude / (1 + (120 * (k / zero - zero / k)) ** 2),
    0,
  );
const loudest = Math.max(...resonances.map(({ zero }) => powerOf(zero)));
/** From 14 to 29 radians, where the twelve notes lie. */
const response = curveOf((t) => powerOf(14 + 15 * t) / loudest);

interface Props {
  readonly className?: string | undefined;
}

function Curve({ d, className }: Props & { readonly d: string }) {
  return (
    <svg
      className={[styles.curve, className].filter(Boolean).join(' ')}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={d} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** A tone that rises. */
export const FrequencyDrawing = ({ className }: Props) => <Curve d={chirp} className={className} />;

/** Four figures from coarse to fine. */
export function PatternDrawing({ className }: Props) {
  return (
    <div className={[styles.figures, className].filter(Boolean).join(' ')}>
      <Figure slug="c4" />
      <Figure slug="e4" />
      <Figure slug="g4" />
      <Figure slug="b4" />
    </div>
  );
}

/** Few frequencies that a membrane answers, and much silence between them. */
export const ResonanceDrawing = ({ className }: Props) => <Curve d={response} className={className} />;

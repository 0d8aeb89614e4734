import { Figure } from '#src/ui/figure.tsx';
import { chirpPath, curveBox, responsePath } from '#src/features/cymatics/overlay/explainer-curves.ts';
import styles from './explainer-drawings.module.css';

const chirp = chirpPath();
const response = responsePath();

interface Props {
  readonly className?: string | undefined;
}

function Curve({ d, className }: Props & { readonly d: string }) {
  return (
    <svg
      className={[styles.curve, className].filter(Boolean).join(' ')}
      viewBox={curveBox}
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

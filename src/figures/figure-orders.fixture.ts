import type { Field } from './field.ts';

/** The rotational order of |u| for each note, from the model's table. */
export const orders: Readonly<Record<string, number>> = {
  C4: 7,
  'C#4': 8,
  D4: 6,
  'D#4': 4,
  E4: 5,
  F4: 6,
  'F#4': 2,
  G4: 6,
  'G#4': 8,
  A4: 5,
  'A#4': 6,
  B4: 7,
};

/** Returns the largest order for which |u| is unchanged by a turn of 360°/order, measured on the field itself. */
export function measuredOrderOf(field: Field): number {
  const at = (r: number, angle: number) => Math.abs(field(r * Math.sin(angle), -r * Math.cos(angle)).u);
  const isUnchanged = (order: number) =>
    [0.31, 0.55, 0.78, 0.93].every((r) =>
      [0.1, 0.7, 1.9, 3.3, 4.4].every(
        (angle) => Math.abs(at(r, angle) - at(r, angle + (2 * Math.PI) / order)) < 1e-3,
      ),
    );
  return Math.max(...Array.from({ length: 40 }, (_, i) => i + 1).filter(isUnchanged));
}

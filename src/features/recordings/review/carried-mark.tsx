import words from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';

const { carried } = words.player;

/** Says from which version a comment was carried to the one that is shown, and whether that still has its passage. */
export function CarriedMark({ version, isCut }: { readonly version: number; readonly isCut: boolean }) {
  return (
    <p className="italic dim">{fill(isCut ? carried.cut : carried.from, { number: String(version) })}</p>
  );
}

import words from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';

const { carried } = words.player;

/** From which version a comment was carried to the one that is shown, and whether that still has its passage, or nobody has looked. */
export function CarriedMark(comment: {
  readonly version: number;
  readonly isCut: boolean;
  readonly isAligned: boolean;
}) {
  const found = comment.isCut ? carried.cut : carried.from;
  const template = comment.isAligned ? found : carried.unchecked;
  return <p className="italic dim">{fill(template, { number: String(comment.version) })}</p>;
}

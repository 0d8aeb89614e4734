import { notes } from '#src/studio/notes.ts';
import { fill } from '#src/platform/fill.ts';
import { content } from './content.ts';

const { cymatics, system } = content;

/** Destinations of the white keys. */
const hrefs = {
  home: '/#home',
  'research-lab': '/#research',
  production: '/production',
  records: '/#records',
  edutech: '/#edutech',
  portal: '/portal',
  contact: '/#contact',
} as const;

/** The twelve notes, each with its destination, the destination's name, and the names of its key and its selection. */
export const octave = notes.map((note) => {
  const { id, hz, label, destination } = note;
  const leadsTo = destination && system.keyDestinations[destination];
  const words = { note: id, label, hz: `${hz}`, destination: leadsTo ?? '' };
  const { piano, spoken } = cymatics;
  return {
    ...note,
    href: destination && hrefs[destination],
    leadsTo,
    keyName: fill(leadsTo ? piano.leads : piano.soundsOnly, words),
    spoken: fill(leadsTo ? spoken.leads : spoken.soundsOnly, words),
  };
});

/** The white keys. */
export const leadingNotes = octave.flatMap(({ href, leadsTo, ...note }) =>
  href && leadsTo ? [{ ...note, href, leadsTo }] : [],
);

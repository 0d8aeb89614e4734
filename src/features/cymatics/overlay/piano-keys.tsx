import { useRef } from 'react';
import words from '#content/cymatics.yaml';
import { notes, type Note } from '#src/studio/notes.ts';
import type { Instrument } from './instrument.ts';
import { Engraving } from './overlay-controls.tsx';
import { select } from './piano.ts';
import { keyNameOf } from './overlay-text.ts';
import type { LetterRow } from './use-keyboard.ts';

const engraved: Readonly<Record<string, string>> = words.piano.engraved;

/** Each white key is two columns wide; a black one covers the edge of two. */
const columnOf = (note: Note) => {
  const whitesBefore = notes.slice(0, notes.indexOf(note)).filter(({ isWhite }) => isWhite).length;
  return note.isWhite ? 2 * whitesBefore + 1 : 2 * whitesBefore;
};

/** Handles touch and mouse input on keys. Each finger holds the tone that it started. */
function useFingers(instrument: Instrument) {
  const downOn = useRef<Note>(undefined);
  /** The key whose press the browser is about to report again as a click. */
  const expected = useRef<Note>(undefined);
  /** A key that appears under a resting pointer does not count as pointed at. */
  const entered = useRef<Note>(undefined);
  const pointAt = (note: Note) => instrument.change((piano) => select(piano, note, 'hand'));
  const end = ({ pointerId }: React.PointerEvent) => instrument.release(`pointer ${pointerId}`);
  return (note: Note) => ({
    onPointerDown: (event: React.PointerEvent) => {
      if (event.button !== 0) return;
      const { pointerId } = event;
      // A finger that slides away leaves the key, as the mouse does.
      const touched = event.target as Element;
      if (touched.hasPointerCapture(pointerId)) touched.releasePointerCapture(pointerId);
      instrument.press(`pointer ${pointerId}`, note, 'hand');
      if (event.isPrimary) downOn.current = note;
      expected.current = undefined;
    },
    onPointerUp: (event: React.PointerEvent) => {
      end(event);
      if (event.isPrimary && downOn.current === note) expected.current = note;
    },
    onPointerCancel: end,
    onPointerLeave: end,
    onPointerEnter: () => {
      entered.current = note;
    },
    onPointerMove: () => {
      if (entered.current === note) pointAt(note);
      entered.current = undefined;
    },
    onFocus: () => pointAt(note),
    // Assistive technology clicks without a press.
    onClick: () => {
      if (expected.current !== note) instrument.press('click', note, 'hand');
      expected.current = undefined;
    },
    onContextMenu: (event: React.MouseEvent) => event.preventDefault(),
  });
}

/** Renders the octave as one Tab stop; the arrow keys move inside it (use-keyboard.ts). */
export function PianoKeys({
  instrument,
  selected,
  letterRow,
}: {
  readonly instrument: Instrument;
  readonly selected: Note;
  /** If it is on, each key shows its letter. */
  readonly letterRow: LetterRow;
}) {
  const fingersOn = useFingers(instrument);
  return (
    <div className="cym-piano" role="toolbar" aria-label={words.piano.name}>
      {notes.map((note) => (
        <button
          key={note.id}
          type="button"
          className={note.isWhite ? 'cym-white' : 'cym-black'}
          style={{ gridColumn: `${columnOf(note)} / span 2` }}
          data-note={note.slug}
          // A short form of the name, drawn by the style sheet.
          data-place={engraved[note.slug]}
          aria-label={keyNameOf(note)}
          aria-current={note === selected}
          aria-keyshortcuts={letterRow.isOn ? letterRow.letterOf(note) : undefined}
          tabIndex={note === selected ? 0 : -1}
          {...fingersOn(note)}
        >
          <span className="cym-id" data-letter={letterRow.isOn ? letterRow.letterOf(note) : undefined}>
            {note.isWhite ? note.id : note.id.slice(0, 2)}
          </span>
          {note.isWhite && <Engraving slug={note.slug} />}
        </button>
      ))}
    </div>
  );
}

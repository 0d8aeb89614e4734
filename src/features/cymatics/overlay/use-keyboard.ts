import { useEffect, useState, type RefObject } from 'react';
import { type Note, notes } from '#src/studio/notes.ts';
import type { Instrument } from './instrument.ts';
import { step } from './piano.ts';
import { announcementOf } from './overlay-text.ts';

/** The octave on a computer keyboard: white keys on the home row, black keys above, as in most music programs. */
const letters = 'AWSEDFTGYHUJ';

/**
 * Returns the note of a key in the letter row by its position (`event.code`, such as "KeyA"), not its label; undefined
 * for any other key.
 */
export function noteOfCode(code: string): Note | undefined {
  return /^Key[A-Z]$/.test(code) ? notes[letters.indexOf(code.charAt(3))] : undefined;
}

/** The letters printed on keys, by `event.code`. */
type Layout = Pick<ReadonlyMap<string, string>, 'get'>;

/** Returns the letter on the key that plays a note; without a layout, that of a US keyboard. */
export function letterOf(note: Note, layout?: Layout): string {
  const letter = letters.charAt(notes.indexOf(note));
  return (layout?.get(`Key${letter}`) ?? letter).toUpperCase();
}

/** Returns the layout of this device's keyboard, if the browser reports it (Keyboard Map API). */
export async function findLayout(device: object): Promise<Layout | undefined> {
  const { keyboard } = device as { keyboard?: { getLayoutMap?: () => Promise<Layout> } };
  try {
    return await keyboard?.getLayoutMap?.();
  } catch {
    return undefined;
  }
}

export interface LetterRow {
  /** True if the letters play wherever the focus is. */
  readonly isOn: boolean;
  /** Returns the letter on the key that plays a note. */
  readonly letterOf: (note: Note) => string;
  readonly toggle: () => void;
}

/** Uses the letter row as a piano. The layout is requested when the visitor first shows the letters. */
export function useLetterRow(): LetterRow {
  const [isOn, setIsOn] = useState(false);
  const [layout, setLayout] = useState<Layout>();
  return {
    isOn,
    letterOf: (note) => letterOf(note, layout),
    toggle: () => {
      setIsOn(!isOn);
      if (!layout) void findLayout(navigator).then(setLayout);
    },
  };
}

/** Focuses the key of a note. The keys are always in view, so nothing has to scroll. */
export function focusKey(dialog: Element, { slug }: Note): void {
  dialog.querySelector<HTMLElement>(`[data-note=${slug}]`)?.focus({ preventScroll: true });
}

/** Returns true if one of the keys has the focus. */
const isOnPiano = (page: Document) => Boolean(page.activeElement?.closest('[data-note]'));

interface Keyboard {
  readonly dialog: Element;
  readonly instrument: Instrument;
  readonly hasLetterRow: boolean;
  readonly onClose: () => void;
}

/**
 * Returns the note that a key plays: Enter and Space the selected one unless they belong to a control, letters their
 * own.
 */
function playedBy({ code, target }: KeyboardEvent, { instrument, hasLetterRow, dialog }: Keyboard) {
  if (code === 'Enter' || code === 'NumpadEnter' || code === 'Space') {
    const control = (target as Element).closest('button, input, a');
    return control && !control.matches('[data-note]') ? undefined : instrument.read().note;
  }
  return hasLetterRow || isOnPiano(dialog.ownerDocument) ? noteOfCode(code) : undefined;
}

function onKeyDown(event: KeyboardEvent, keyboard: Keyboard, held: Set<string>): void {
  const { dialog, instrument, onClose } = keyboard;
  const { code, key, target } = event;
  if (key === 'Escape') {
    event.preventDefault();
    onClose();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if ((target as Element).matches('[type=range]')) return;
    event.preventDefault();
    instrument.change((piano) => step(piano, key === 'ArrowLeft' ? -1 : 1));
    focusKey(dialog, instrument.read().note);
    return;
  }
  const note = playedBy(event, keyboard);
  if (!note) return;
  // Otherwise the browser also clicks the key, or scrolls.
  event.preventDefault();
  if (event.repeat || held.has(code)) return;
  held.add(code);
  instrument.press(code, note, noteOfCode(code) ? 'remote' : 'hand');
}

/** Handles keys anywhere in the overlay, even without a focused element; hence the listener on the document. */
export function useKeyboard(
  dialog: RefObject<HTMLDialogElement | null>,
  { instrument, hasLetterRow, onClose }: Omit<Keyboard, 'dialog'>,
): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const page = element.ownerDocument;
    const scope = new AbortController();
    const { signal } = scope;
    const held = new Set<string>();
    const releaseAll = () => {
      held.clear();
      instrument.player.silence();
    };
    page.addEventListener(
      'keydown',
      (event) => onKeyDown(event, { dialog: element, instrument, hasLetterRow, onClose }, held),
      { signal },
    );
    page.addEventListener(
      'keyup',
      (event) => {
        if (!held.delete(event.code)) return;
        event.preventDefault();
        instrument.release(event.code);
      },
      { signal },
    );
    page.defaultView?.addEventListener('blur', releaseAll, { signal });
    return () => scope.abort();
  }, [dialog, instrument, hasLetterRow, onClose]);
}

/**
 * Returns the text of the live region: a note that was selected by the demo, a voice, MIDI or letters. If a key of the
 * piano has the focus, the focus moves to the note's key instead, which is then read out.
 */
export function useAnnouncer(dialog: RefObject<HTMLDialogElement | null>, instrument: Instrument): string {
  const [said, say] = useState('');
  useEffect(() => {
    let before = instrument.read();
    return instrument.subscribe(() => {
      const piano = instrument.read();
      const { note, selectedBy } = piano;
      const isNews = note !== before.note || selectedBy !== before.selectedBy;
      before = piano;
      if (!dialog.current || !isNews || selectedBy !== 'remote') return;
      if (isOnPiano(dialog.current.ownerDocument)) focusKey(dialog.current, note);
      else say(announcementOf(note));
    });
  }, [dialog, instrument]);
  return said;
}

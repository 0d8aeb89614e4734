import { useEffect, useState, type RefObject } from 'react';
import type { Instrument } from './instrument.ts';
import { focusKey, isOnPiano } from './use-keyboard.ts';
import { spokenOf } from './words-of.ts';

/**
 * What the live region says: a selection that came by itself (demo, voice, MIDI, letters), unless the focus is on the
 * piano; then the focus follows instead, and the key speaks.
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
      else say(spokenOf(note));
    });
  }, [dialog, instrument]);
  return said;
}

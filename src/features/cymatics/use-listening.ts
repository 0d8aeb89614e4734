import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Note } from '#src/features/site/notes.ts';
import type { Instrument } from './instrument.ts';
import { createNoteListener, type NoteListener } from './note-listener.ts';
import { select } from './piano.ts';
import type { Plate } from './use-plate.ts';

type ListenProblem = Extract<Awaited<ReturnType<NoteListener['start']>>, { ok: false }>['reason'];

interface Listening {
  readonly status: 'off' | 'asking' | 'on';
  readonly problem: ListenProblem | null;
}

const silent: Listening = { status: 'off', problem: null };
/** The level shown as nothing, in dB; 0 dB is shown as full. */
const floorDb = -60;

/** Navigating by voice: off until asked for, and off again when the overlay closes. The piano is silent meanwhile. */
export function useListening(
  instrument: Instrument,
  plate: Plate,
  stage: RefObject<HTMLElement | null>,
): Listening & { readonly toggle: () => void } {
  const [listening, setListening] = useState(silent);
  const current = useRef<NoteListener>(undefined);
  const heardBefore = useRef<Note | null>(null);

  const { toggle, stop } = useMemo(() => {
    /** Ring and level change a hundred times a second, past React. */
    const showProgress = (progress: number, level: number) => {
      stage.current?.style.setProperty('--hold', `${progress}`);
      stage.current?.style.setProperty('--level', `${level}`);
    };
    const end = (problem: ListenProblem | null) => {
      current.current?.dispose();
      current.current = undefined;
      heardBefore.current = null;
      instrument.player.setDucked(false);
      showProgress(0, 0);
      plate.show(null);
      setListening({ status: 'off', problem });
    };
    const start = async () => {
      const listener = createNoteListener({
        onHeard: ({ blend, note, progress, levelDb }) => {
          showProgress(progress, Math.min(1, Math.max(0, 1 - levelDb / floorDb)));
          // A note that is heard on and on must not undo what the hand selects meanwhile.
          if (note && note !== heardBefore.current)
            instrument.change((piano) => select(piano, note, 'remote'));
          heardBefore.current = blend && note;
          plate.show(blend);
        },
        onActivate: (note) => instrument.press('voice', note, 'remote'),
        onStop: (reason) => end(reason === 'failed' ? reason : null),
      });
      current.current = listener;
      instrument.player.setDucked(true);
      setListening({ status: 'asking', problem: null });
      const outcome = await listener.start();
      // Switched off, or closed, while the browser asked.
      if (current.current !== listener) listener.dispose();
      else if (outcome.ok) setListening({ status: 'on', problem: null });
      else end(outcome.reason);
    };
    return {
      toggle: () => (current.current ? end(null) : void start()),
      stop: () => {
        current.current?.dispose();
        current.current = undefined;
      },
    };
  }, [instrument, plate, stage]);
  useEffect(() => stop, [stop]);
  return { ...listening, toggle };
}

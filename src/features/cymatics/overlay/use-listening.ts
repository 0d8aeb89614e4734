import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Heard } from '#src/features/cymatics/listen/hold.ts';
import type { Instrument } from './instrument.ts';
import { createNoteListener, type NoteListener } from '#src/features/cymatics/listen/open-microphone.ts';
import { select } from './piano.ts';
import type { Plate } from './use-plate.ts';

type ListenProblem = Extract<Awaited<ReturnType<NoteListener['start']>>, { ok: false }>['reason'];

interface Listening {
  readonly status: 'off' | 'asking' | 'on';
  readonly problem: ListenProblem | null;
}

const silent: Listening = { status: 'off', problem: null };
/** The level shown as empty, in dB; 0 dB is shown as full. */
const floorDb = -60;

/** Navigates by voice. Off until requested, and off again when the overlay closes. The piano is silent meanwhile. */
export function useListening(
  instrument: Instrument,
  plate: Plate,
  stage: RefObject<HTMLElement | null>,
): Listening & { readonly toggle: () => void } {
  const [listening, setListening] = useState(silent);
  const current = useRef<NoteListener>(undefined);
  const heardBefore = useRef<Heard | null>(null);

  const { toggle, stop } = useMemo(() => {
    /** Ring and level are updated with every paint, without React. */
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
      // With reduced motion the plate shows the selected note's figure instead of following the voice.
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const listener = createNoteListener({
        onHeard: (heard) => {
          const { blend, note, progress, levelDb } = heard;
          const before = heardBefore.current;
          heardBefore.current = heard;
          showProgress(progress, Math.min(1, Math.max(0, 1 - levelDb / floorDb)));
          // A held note must not undo what the visitor selects meanwhile.
          if (note && note !== before?.note) instrument.change((piano) => select(piano, note, 'remote'));
          if (!isCalm && (blend || before?.blend)) plate.show(blend);
        },
        onActivate: (note) => instrument.press('voice', note, 'remote'),
        onStop: (reason) => end(reason === 'failed' ? reason : null),
      });
      current.current = listener;
      instrument.player.setDucked(true);
      setListening({ status: 'asking', problem: null });
      const outcome = await listener.start();
      // Switched off or closed while the browser's prompt was open.
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

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Instrument } from './instrument.ts';
import {
  createMidiInput,
  type MidiInput,
  type MidiOutcome,
} from '#src/features/cymatics/inputs/midi-input.ts';

type MidiProblem = Extract<MidiOutcome, { ok: false }>['reason'];

interface Midi {
  readonly status: 'off' | 'asking' | 'on';
  /** Names of what is plugged in. */
  readonly devices: readonly string[];
  readonly problem: MidiProblem | null;
}

const apart: Midi = { status: 'off', devices: [], problem: null };

/** MIDI keyboards: asked for when the visitor chooses to, let go of when the overlay closes. */
export function useMidi(instrument: Instrument): Midi & { readonly toggle: () => void } {
  const [midi, setMidi] = useState(apart);
  const input = useRef<MidiInput>(undefined);
  const leave = useCallback(() => {
    input.current?.dispose();
    input.current = undefined;
  }, []);
  useEffect(() => leave, [leave]);

  const connect = async () => {
    const asked = createMidiInput({
      onPress: (note) => instrument.press(`midi ${note.id}`, note, 'remote'),
      onRelease: (note) => instrument.release(`midi ${note.id}`),
      onDevices: (devices) => setMidi({ status: 'on', devices, problem: null }),
    });
    input.current = asked;
    setMidi({ ...apart, status: 'asking' });
    const outcome = await asked.start();
    // Given up while the browser asked, or playing.
    if (input.current !== asked || outcome.ok) return;
    leave();
    setMidi({ ...apart, problem: outcome.reason });
  };
  const toggle = () => {
    if (!input.current) {
      void connect();
      return;
    }
    leave();
    setMidi(apart);
  };
  return { ...midi, toggle };
}

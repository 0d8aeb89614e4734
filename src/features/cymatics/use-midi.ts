import { useEffect, useRef, useState } from 'react';
import type { Instrument } from './instrument.ts';
import { createMidiInput, type MidiInput, type MidiOutcome } from './midi-input.ts';

type MidiProblem = Extract<MidiOutcome, { ok: false }>['reason'];

interface Midi {
  /** Names of what is plugged in; null until MIDI has been asked for and granted. */
  readonly devices: readonly string[] | null;
  readonly problem: MidiProblem | null;
}

const apart: Midi = { devices: null, problem: null };

/** MIDI keyboards: asked for when the visitor chooses to, let go of when the overlay closes. */
export function useMidi(instrument: Instrument): Midi & { readonly toggle: () => void } {
  const [midi, setMidi] = useState(apart);
  const input = useRef<MidiInput>(undefined);
  const leave = () => {
    input.current?.dispose();
    input.current = undefined;
  };
  useEffect(
    () => () => {
      input.current?.dispose();
      input.current = undefined;
    },
    [],
  );

  const connect = async () => {
    const asked = createMidiInput({
      onPress: (note) => instrument.press(`midi ${note.id}`, note, 'remote'),
      onRelease: (note) => instrument.release(`midi ${note.id}`),
      onDevices: (devices) => setMidi({ devices, problem: null }),
    });
    input.current = asked;
    const outcome = await asked.start();
    // Given up while the browser asked.
    if (input.current !== asked) return;
    if (outcome.ok) setMidi((now) => ({ devices: now.devices ?? [], problem: null }));
    else {
      leave();
      setMidi({ devices: null, problem: outcome.reason });
    }
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

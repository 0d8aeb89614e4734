import type { KeyDestinationId, Note } from '#src/studio/notes.ts';
import type { After } from '#src/features/cymatics/tone/delay.ts';
import {
  activate,
  selectNext,
  demoStepMs,
  leaveDelayMs,
  newPiano,
  cancelNavigation,
  toggleDemo,
  type Piano,
  type SelectedBy,
} from './piano.ts';
import type { TonePlayer } from '#src/features/cymatics/tone/tone-player.ts';

/** The piano of one opening: its state, its clocks and its voice. */
export interface Instrument {
  /** Returns the same object until something changes. */
  readonly read: () => Piano;
  /** Calls back after every change, that of the audio's state included; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly change: (to: (piano: Piano) => Piano) => void;
  /** Activates a note; its tone starts within this call. `id` is the finger or key that holds it. */
  readonly press: (id: string, note: Note, by: SelectedBy) => void;
  /** The finger or key came up or left the keyboard: its tone ends, but a navigation goes on. */
  readonly release: (id: string) => void;
  readonly player: TonePlayer;
  /** Whether it can be heard. */
  readonly audio: () => ReturnType<TonePlayer['state']>;
  /** Ends the demo, what sounds, and a navigation that is under way. */
  readonly dispose: () => void;
}

interface InstrumentOptions {
  readonly player: TonePlayer;
  readonly after: After;
  readonly note?: Note | undefined;
  /** The wait after an activation is over. */
  readonly onLeave: (destination: KeyDestinationId) => void;
}

/** A piano with this voice. It navigates whether or not it sounds. */
export function createInstrument({ player, after, note, onLeave }: InstrumentOptions): Instrument {
  const listeners = new Set<() => void>();
  let piano = newPiano(note);
  let cancelLeave = (): void => undefined;
  let cancelStep = (): void => undefined;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const stepOn = () => {
    cancelStep = after(demoStepMs, () => {
      stepOn();
      change(selectNext);
    });
  };
  const keepTime = (before: Piano) => {
    const { leaving, isDemoRunning } = piano;
    if (leaving !== before.leaving) {
      cancelLeave();
      if (leaving) cancelLeave = after(leaveDelayMs, () => onLeave(leaving.destination));
    }
    if (isDemoRunning !== before.isDemoRunning) {
      cancelStep();
      if (isDemoRunning) stepOn();
    }
  };
  const change = (to: (piano: Piano) => Piano) => {
    const before = piano;
    piano = to(before);
    if (piano === before) return;
    keepTime(before);
    if (piano.isSoundOn !== before.isSoundOn) player.setSound(piano.isSoundOn);
    if (piano.volume !== before.volume) player.setVolume(piano.volume);
    notify();
  };
  const stopWatching = player.subscribe(notify);

  return {
    read: () => piano,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change,
    press: (id, pressed, by) => {
      player.press(id, pressed.hz);
      change((now) => activate(now, pressed, by));
    },
    release: (id) => player.release(id),
    player,
    audio: () => player.state(),
    dispose: () => {
      stopWatching();
      change((now) => cancelNavigation(now.isDemoRunning ? toggleDemo(now) : now));
      listeners.clear();
      void player.dispose();
    },
  };
}

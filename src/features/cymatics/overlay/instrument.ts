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

/** The piano of one opening of the overlay: its state, timers and sound. */
export interface Instrument {
  /** Returns the same object until something changes. */
  readonly read: () => Piano;
  /** Calls the listener after every change, including the state of the audio. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly change: (to: (piano: Piano) => Piano) => void;
  /** Activates a note; its tone starts within this call. `id` is the finger or key that holds it. */
  readonly press: (id: string, note: Note, by: SelectedBy) => void;
  /** Ends the tone of a finger or key that was lifted or left the keyboard. A pending navigation continues. */
  readonly release: (id: string) => void;
  readonly player: TonePlayer;
  /** Returns whether the instrument is audible. */
  readonly audio: () => ReturnType<TonePlayer['state']>;
  /** Ends the demo, all sound, and a pending navigation. */
  readonly dispose: () => void;
}

interface InstrumentOptions {
  readonly player: TonePlayer;
  readonly after: After;
  readonly note?: Note | undefined;
  /** Called when the wait after an activation is over. */
  readonly onLeave: (destination: KeyDestinationId) => void;
}

/** Creates a piano with this player. It navigates whether or not it sounds. */
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

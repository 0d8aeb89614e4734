import type { Note } from '#src/studio/notes.ts';
import { createHold, type Heard } from './hold.ts';
import { openMicrophone, placeOfPage, type ListeningPlace, type ListenOutcome } from './open-microphone.ts';

export interface NoteListener {
  /** Asks for the microphone and listens until `dispose`. Once per listener, inside a gesture. */
  start(): Promise<ListenOutcome>;
  /** Lets go of the microphone, its context and every listener, also while `start` still waits. */
  dispose(): void;
}

interface Options extends Partial<ListeningPlace> {
  /** Called before a paint with the newest that was heard, and before every activation. */
  readonly onHeard: (heard: Heard) => void;
  /** A note was held for 0.75 s; once a breath. */
  readonly onActivate: (note: Note) => void;
  /** It stopped by itself and holds nothing any more: the page was hidden, or the microphone went or something broke. */
  readonly onStop: (reason: 'ended' | 'failed') => void;
}

/** Listens to the microphone for held notes: sung, hummed, whistled or played. */
export function createNoteListener({ onHeard, onActivate, onStop, ...place }: Options): NoteListener {
  const scope = new AbortController();
  const dispose = () => scope.abort();
  const follow = createHold();
  let newest: Heard | undefined;
  // A page that is late gets a hundred frames a second in bursts; it has to draw the last of them only.
  const tell = () => {
    if (newest && !scope.signal.aborted) onHeard(newest);
    newest = undefined;
  };
  return {
    async start() {
      const outcome = await openMicrophone(
        { ...placeOfPage(), ...place },
        {
          signal: scope.signal,
          onFrame(frame) {
            const { heard, activated } = follow(frame);
            if (!newest) requestAnimationFrame(tell);
            newest = heard;
            if (!activated) return;
            tell();
            onActivate(activated);
          },
          onStop(reason) {
            dispose();
            onStop(reason);
          },
        },
      );
      if (!outcome.ok) dispose();
      return outcome;
    },
    dispose,
  };
}

import words from '#content/cymatics.yaml';
import { ControlRow, Tool } from './overlay-controls.tsx';
import type { LetterRow } from './use-letter-row.ts';
import type { useListening } from './use-listening.ts';
import type { useMidi } from './use-midi.ts';
import { devicesOf, lettersOf } from './words-of.ts';

/** The buttons for other ways to play: a voice or any instrument, a MIDI keyboard, the letter row. */
export function InputControls({
  listening,
  midi,
  letterRow,
}: {
  readonly listening: ReturnType<typeof useListening>;
  readonly midi: ReturnType<typeof useMidi>;
  readonly letterRow: LetterRow;
}) {
  const { listen, keys } = words;
  const isListening = listening.status === 'on';
  const isAsking = listening.status === 'asking';
  return (
    <>
      <ControlRow name={listen.name}>
        <Tool icon="microphone" isOn={listening.status !== 'off'} onClick={listening.toggle}>
          {listen.button}
        </Tool>
        {isListening && <span className="cym-level" aria-hidden="true" />}
        <p className="cym-remark small dim">
          {isListening ? listen.listening : isAsking ? listen.asking : listen.privacy}
        </p>
      </ControlRow>
      <ControlRow name={keys.name}>
        <Tool isOn={midi.status !== 'off'} onClick={midi.toggle}>
          {keys.midi}
        </Tool>
        <Tool icon="keyboard" isOn={letterRow.isOn} onClick={letterRow.toggle}>
          {keys.letters}
        </Tool>
        {midi.status !== 'off' && (
          <p className="cym-remark small dim">
            {midi.status === 'asking' ? keys.asking : devicesOf(midi.devices)}
          </p>
        )}
        {letterRow.isOn && <p className="cym-remark small dim">{lettersOf(letterRow.letterOf)}</p>}
      </ControlRow>
    </>
  );
}

import { useId, useState, type ReactNode } from 'react';
import words from '#content/cymatics.yaml';
import { type InstrumentIcon, instrumentOutlines } from '#src/ui/instrument-outlines.ts';
import type { Instrument } from './instrument.ts';
import { setMode, setVolume, toggleDemo, toggleSound, type Piano } from './piano.ts';
import type { Plate } from './use-plate.ts';
import sprite from '#src/generated/figures.svg?url';
import type { NoteSlug } from '#src/studio/notes.ts';
import type { LetterRow } from './use-keyboard.ts';
import type { useListening } from './use-listening.ts';
import type { useMidi } from './use-midi.ts';
import { devicesOf, lettersOf } from './overlay-text.ts';

/** Saves the current figure as a file. */
async function save(page: Document, plate: Plate, kind: 'svg' | 'png'): Promise<void> {
  const blend = plate.blend();
  const { figureFileNameOf, noteFigureSvg, saveFile } = await import('#src/figures/figure-file.ts');
  const blob =
    kind === 'png'
      ? await (await import('#src/features/cymatics/plate/figure-picture.ts')).figurePngOf(page, blend)
      : new Blob([noteFigureSvg(blend)], { type: 'image/svg+xml' });
  saveFile(page, blob, figureFileNameOf(blend, kind));
}

/** Renders the buttons that save the figure of the selected note. */
export function SaveFigure({
  page,
  plate,
  onProblem,
}: {
  readonly page: Document;
  readonly plate: Plate;
  readonly onProblem: (isProblem: boolean) => void;
}) {
  const saveAs = (kind: 'svg' | 'png') => () => {
    onProblem(false);
    save(page, plate, kind).then(
      () => onProblem(false),
      () => onProblem(true),
    );
  };
  return (
    <ControlRow name={words.mark.name}>
      <Tool icon="download" onClick={saveAs('svg')}>
        {words.mark.svg}
      </Tool>
      <Tool icon="download" onClick={saveAs('png')}>
        {words.mark.png}
      </Tool>
      <p className="cym-remark small dim">{words.mark.note}</p>
    </ControlRow>
  );
}

/** Renders the buttons for other inputs: a voice or any instrument, a MIDI keyboard, the letter row. */
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

/** Renders an icon of the site, styled by overlay.css. */
export function Glyph({ name }: { readonly name: InstrumentIcon }) {
  return (
    <svg className="cym-glyph" viewBox="0 0 24 24" aria-hidden="true">
      {instrumentOutlines[name].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

/** Renders the nodal lines of a note. Decorative. */
export function Engraving({ slug }: { readonly slug: NoteSlug }) {
  return (
    <svg className="cym-engraving" viewBox="0 0 200 200" aria-hidden="true">
      <use href={`${sprite}#${slug}`} />
    </svg>
  );
}

/** Renders a group of controls with its name in the margin. */
function ControlRow({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <div className="cym-row" role="group" aria-labelledby={id}>
      <span id={id} className="cym-row-name italic dim">
        {name}
      </span>
      <div className="cym-tools">{children}</div>
    </div>
  );
}

function Tool({
  icon,
  isOn,
  onClick,
  children,
}: {
  readonly icon?: InstrumentIcon;
  /** For a switch with a fixed label: whether it is on. */
  readonly isOn?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}) {
  return (
    <button type="button" className="cym-tool" aria-pressed={isOn} onClick={onClick}>
      {icon && <Glyph name={icon} />}
      <span>{children}</span>
    </button>
  );
}

function ModeSwitch({ instrument, mode }: { readonly instrument: Instrument; readonly mode: Piano['mode'] }) {
  return (
    <div className="cym-segments">
      {(['navigate', 'play'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={mode === each}
          onClick={() => instrument.change((piano) => setMode(piano, each))}
        >
          {words.mode[each]}
        </button>
      ))}
    </div>
  );
}

function Volume({ instrument, volume }: { readonly instrument: Instrument; readonly volume: number }) {
  return (
    <div className="cym-volume">
      <input
        type="range"
        aria-label={words.sound.volume}
        min="0"
        max="100"
        step="1"
        value={volume}
        style={{ '--volume': `${volume}%` } as React.CSSProperties}
        onChange={({ target }) => instrument.change((piano) => setVolume(piano, Number(target.value)))}
      />
      <span className="italic num" aria-hidden="true">
        {volume}
      </span>
    </div>
  );
}

/** Renders the controls for mode, demo and sound. */
export function OverlayControls({
  instrument,
  piano,
}: {
  readonly instrument: Instrument;
  readonly piano: Piano;
}) {
  const { demo, sound } = words;
  return (
    <>
      <ControlRow name={words.mode.name}>
        <ModeSwitch instrument={instrument} mode={piano.mode} />
      </ControlRow>
      <ControlRow name={demo.name}>
        <Tool icon={piano.isDemoRunning ? 'pause' : 'play'} onClick={() => instrument.change(toggleDemo)}>
          {piano.isDemoRunning ? demo.stop : demo.start}
        </Tool>
        <Tool onClick={() => void instrument.player.test()}>{sound.test}</Tool>
      </ControlRow>
      <ControlRow name={sound.name}>
        <button
          type="button"
          className={`cym-tool${piano.isSoundOn ? ' cym-on' : ''}`}
          onClick={() => instrument.change(toggleSound)}
        >
          <Glyph name={piano.isSoundOn ? 'sound-on' : 'sound-off'} />
          <span>{piano.isSoundOn ? sound.on : sound.off}</span>
        </button>
        {piano.isSoundOn && <Volume instrument={instrument} volume={piano.volume} />}
      </ControlRow>
    </>
  );
}

/** Renders the switch that pauses the figure's motion (WCAG 2.2.2). */
export function StillSwitch({ plate }: { readonly plate: Plate }) {
  const [isStill, setIsStill] = useState(false);
  const toggle = () => {
    plate.setStill(!isStill);
    setIsStill(!isStill);
  };
  return (
    <button
      type="button"
      className="cym-tool cym-still"
      aria-label={words.still}
      aria-pressed={isStill}
      onClick={toggle}
    >
      <Glyph name={isStill ? 'play' : 'pause'} />
    </button>
  );
}

import { useId, useState, type ReactNode } from 'react';
import words from '#content/cymatics.yaml';
import type { InstrumentIcon } from '#src/ui/instrument-outlines.ts';
import type { Instrument } from './instrument.ts';
import { Glyph } from './overlay-glyph.tsx';
import { setMode, setVolume, toggleDemo, toggleSound, type Piano } from './piano.ts';
import type { Plate } from './use-plate.ts';

/** Controls that belong together, with their name in the margin. */
export function ControlRow({ name, children }: { readonly name: string; readonly children: ReactNode }) {
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

export function Tool({
  icon,
  isOn,
  onClick,
  children,
}: {
  readonly icon?: InstrumentIcon;
  /** For a switch that keeps its name: whether it is on. */
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

/** Mode, demo and sound. */
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

/** Stops the figure, which otherwise breathes for as long as it is shown (WCAG 2.2.2), and lets it go on. */
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

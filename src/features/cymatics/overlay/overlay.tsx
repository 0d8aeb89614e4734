import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import words from '#content/cymatics.yaml';
import type { Note } from '#src/studio/notes.ts';
import { after } from '#src/features/cymatics/tone/delay.ts';
import {
  InputControls,
  OverlayControls,
  StillSwitch,
  Glyph,
  SaveFigure,
  Engraving,
} from './overlay-controls.tsx';
import type { Instrument } from './instrument.ts';
import { PianoKeys } from './piano-keys.tsx';
import { focusKey, useAnnouncer, useKeyboard, useLetterRow } from './use-keyboard.ts';
import { useListening } from './use-listening.ts';
import { useMidi } from './use-midi.ts';
import { usePlate } from './use-plate.ts';
import { selectionRowsOf } from './overlay-text.ts';
import { chirpPath, curveBox, responsePath } from './explainer-curves.ts';

const shownFigures = ['c4', 'e4', 'g4', 'b4'] as const;

function Curve({ path }: { readonly path: string }) {
  return (
    <svg viewBox={curveBox} preserveAspectRatio="none" aria-hidden="true">
      <path vectorEffect="non-scaling-stroke" d={path} />
    </svg>
  );
}

/** "What is Cymatics?": the explanation, with a drawing each of frequency, pattern and resonance. */
function CymaticsInfo() {
  const { title, text, frequency, pattern, resonance } = words.info;
  const cards = [
    { ...frequency, picture: <Curve path={chirpPath()} /> },
    { ...pattern, picture: shownFigures.map((slug) => <Engraving key={slug} slug={slug} />) },
    { ...resonance, picture: <Curve path={responsePath()} /> },
  ];
  return (
    <section id="cym-info" className="cym-info" aria-labelledby="cym-info-title">
      <div>
        <h3 id="cym-info-title" className="title-2">
          {title}
        </h3>
        <p className="score">{text}</p>
      </div>
      <ul className="cym-cards">
        {cards.map((card) => (
          <li key={card.title}>
            <div className="cym-picture">{card.picture}</div>
            <h4 className="title-3">{card.title}</h4>
            <p className="dim small">{card.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the dialog as a modal, with the focus on the selected key, from which the arrow keys move. */
function useModal(dialog: RefObject<HTMLDialogElement | null>, instrument: Instrument): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    focusKey(element, instrument.read().note);
    // Shortly after a dialog opens, WebKit scrolls to the focused element despite `preventScroll`.
    return after(0, () => element.scrollTo(0, 0));
  }, [dialog, instrument]);
}

function Head({
  isInfoOpen,
  onInfo,
  onClose,
}: {
  isInfoOpen: boolean;
  onInfo: () => void;
  onClose: () => void;
}) {
  return (
    <header className="cym-head">
      <div>
        <h2 id="cym-title">{words.title}</h2>
        <p className="italic dim">{words.subtitle}</p>
      </div>
      <button
        type="button"
        className={`cym-tool${isInfoOpen ? ' cym-on' : ''}`}
        aria-label={words.info.title}
        aria-expanded={isInfoOpen}
        aria-controls={isInfoOpen ? 'cym-info' : undefined}
        onClick={onInfo}
      >
        <Glyph name="info" />
        <span className="cym-long">{words.info.title}</span>
      </button>
      <button type="button" className="cym-tool" aria-label={words.close} onClick={onClose}>
        <Glyph name="close" />
        <span className="cym-long">{words.close}</span>
      </button>
    </header>
  );
}

/** Renders the selected note: name, destination, frequency, label and modes. */
function CurrentSelection({ note }: { readonly note: Note }) {
  return (
    <section className="cym-selection" aria-labelledby="cym-selection">
      <h3 id="cym-selection" className="italic dim">
        {words.selection.title}
      </h3>
      <p className="cym-note num">{note.id}</p>
      <dl className="num">
        {selectionRowsOf(note).map(([name, value]) => (
          <div key={name}>
            <dt className="italic dim">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Closes the explanation when the focus moves to a control behind it. */
function useClosingOverFocus(
  dialog: RefObject<HTMLDialogElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return undefined;
    const closeOverFocus = ({ target }: FocusEvent) => {
      const panel = element.querySelector('.cym-info');
      const control = target as Element;
      if (!panel || control.closest('.cym-head, .cym-info')) return;
      if (control.getBoundingClientRect().top < panel.getBoundingClientRect().bottom) close();
    };
    element.addEventListener('focusin', closeOverFocus);
    return () => element.removeEventListener('focusin', closeOverFocus);
  }, [dialog, isOpen, close]);
}

/** Renders current problems until they are over or dismissed. A recurring problem is shown again. */
function Problems({
  messages,
  onDismiss,
}: {
  readonly messages: readonly string[];
  /** Called when a focused dismiss button disappears. */
  readonly onDismiss: () => void;
}) {
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const stillDismissed = dismissed.filter((problem) => messages.includes(problem));
  if (stillDismissed.length < dismissed.length) setDismissed(stillDismissed);
  const dismiss = (problem: string) => {
    setDismissed([...dismissed, problem]);
    onDismiss();
  };
  return messages
    .filter((problem) => !dismissed.includes(problem))
    .map((problem) => (
      <p key={problem} className="cym-problem small">
        {problem}
        <button
          type="button"
          className="cym-tool cym-dismiss"
          aria-label={words.dismiss}
          onClick={() => dismiss(problem)}
        >
          <Glyph name="close" />
        </button>
      </p>
    ));
}

/** Cymatics Navigation: a full-screen instrument whose notes lead to the parts of the site. */
export function Overlay({
  instrument,
  context,
  onClose,
}: {
  readonly instrument: Instrument;
  /** Where it was opened. */
  readonly context: string;
  readonly onClose: () => void;
}) {
  const piano = useSyncExternalStore(instrument.subscribe, instrument.read);
  const audio = useSyncExternalStore(instrument.subscribe, instrument.audio);
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const letterRow = useLetterRow();
  const [isSavingBroken, setIsSavingBroken] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const plateHost = useRef<HTMLDivElement>(null);
  useModal(dialog, instrument);
  const plate = usePlate(plateHost, instrument);
  const listening = useListening(instrument, plate, dialog);
  const midi = useMidi(instrument);
  useKeyboard(dialog, { instrument, hasLetterRow: letterRow.isOn, onClose });
  const [closeInfo] = useState(() => () => setIsInfoOpen(false));
  useClosingOverFocus(dialog, isInfoOpen, closeInfo);

  const { problems } = words;
  // Announced one by one, so that a persistent message does not hide a later one.
  const messages = [
    listening.problem && problems.microphone[listening.problem],
    midi.problem && problems.midi[midi.problem],
    isSavingBroken && problems.saving,
    (audio === 'blocked' || audio === 'unavailable') && problems.audio[audio],
  ].filter((problem) => typeof problem === 'string');
  const said = useAnnouncer(dialog, instrument);

  return (
    <dialog
      ref={dialog}
      className="cym"
      data-s="plate"
      data-context={context}
      aria-labelledby="cym-title"
      // The back gesture of a phone closes the dialog without a key.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
    >
      {/* The keys are below the scrolling part, not on top of it. */}
      <div ref={scroller} className="cym-scroll">
        <Head
          isInfoOpen={isInfoOpen}
          onInfo={() => {
            // The explanation is at the top.
            scroller.current?.scrollTo(0, 0);
            setIsInfoOpen(!isInfoOpen);
          }}
          onClose={onClose}
        />
        {isInfoOpen && <CymaticsInfo />}
        <div className="cym-main">
          <CurrentSelection note={piano.note} />
          <div className="cym-plate" data-listening={listening.status === 'on' || undefined}>
            <div ref={plateHost} />
            <svg className="cym-ring" viewBox="0 0 100 100" aria-hidden="true">
              <circle cx="50" cy="50" r="49" pathLength="1" />
            </svg>
            <StillSwitch plate={plate} />
          </div>
          <div className="cym-controls">
            <OverlayControls instrument={instrument} piano={piano} />
            <InputControls listening={listening} midi={midi} letterRow={letterRow} />
            <SaveFigure page={document} plate={plate} onProblem={setIsSavingBroken} />
          </div>
        </div>
      </div>
      <div className="cym-keyboard">
        {/* On top of the keys, which stay in view, so that messages are never covered. */}
        <div className="cym-told" role="status" aria-atomic="false">
          <span className="sr-only">{said}</span>
          <Problems
            messages={messages}
            onDismiss={() => dialog.current && focusKey(dialog.current, piano.note)}
          />
        </div>
        <PianoKeys instrument={instrument} selected={piano.note} letterRow={letterRow} />
        <p className="cym-hints italic dim">
          {words.hints.map((hint) => (
            <span key={hint}>{hint}</span>
          ))}
        </p>
      </div>
    </dialog>
  );
}

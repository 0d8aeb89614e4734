import { fill } from '#src/platform/fill.ts';
import { chanceOf, drawTrials, isHeard } from './blind-test.ts';

/** Returns the audible version: 0 for A, 1 for B. */
export type AudibleVersion = () => number;

/** The player operations that the test needs. */
export type TestedPlayer = {
  /** Starts looping a passage and returns its times. */
  readonly begin: (heard: AudibleVersion) => { readonly from: string; readonly to: string };
  /** Call this when another version becomes audible. */
  readonly change: () => void;
  readonly end: () => void;
};

type Words = Readonly<
  Record<
    | 'trial'
    | 'passage'
    | 'ended'
    | 'result'
    | 'heard'
    | 'notHeard'
    | 'copied'
    | 'notCopied'
    | 'again'
    | 'start',
    string
  >
>;

const percent = new Intl.NumberFormat(document.documentElement.lang, {
  style: 'percent',
  maximumSignificantDigits: 2,
});

function partsOf(section: HTMLElement) {
  const find = <Part extends HTMLElement>(selector: string) => section.querySelector<Part>(selector);
  const [setup, trial, number, passage, result] = [
    find('[data-abx-setup]'),
    find('[data-abx-trial]'),
    find('[data-abx-number]'),
    find('[data-abx-passage]'),
    find('[data-abx-result]'),
  ];
  const [start, stop, copy, count] = [
    find('[data-abx-start]'),
    find('[data-abx-stop]'),
    find('[data-abx-copy]'),
    find<HTMLSelectElement>('[name=trials]'),
  ];
  const isWhole = setup && trial && number && passage && result && start && stop && copy && count;
  return isWhole ? { setup, trial, number, passage, result, start, stop, copy, count } : null;
}

type Parts = NonNullable<ReturnType<typeof partsOf>>;

/**
 * Runs one test: draws its trials, takes an answer for each, and calls `onEnd` with the number of correct answers, or
 * null if stopped.
 */
function createRun(count: number, onEnd: (correct: number | null) => void) {
  const isA = drawTrials(crypto.getRandomValues(new Uint8Array(count)));
  let [at, correct, listened] = [0, 0, 1];
  return {
    /** Selects A, X or B: 0, 1 or 2. */
    listen: (which: number) => void (listened = which),
    heard: () => (listened === 1 ? (isA[at] ? 0 : 1) : listened / 2),
    number: () => at + 1,
    answer(saysA: boolean): void {
      if (isA[at] === saysA) correct += 1;
      at += 1;
      listened = 1;
      if (at === count) onEnd(correct);
    },
    stop: () => onEnd(null),
  };
}

type Run = ReturnType<typeof createRun>;

function verdictText(words: Words, correct: number, count: number): string {
  const chance = percent.format(chanceOf(correct, count));
  const result = fill(words.result, { correct: String(correct), count: String(count), chance });
  return `${result} ${isHeard(correct, count) ? words.heard : words.notHeard}`;
}

function wire(section: HTMLElement, parts: Parts, player: TestedPlayer): void {
  const { setup, trial, number, passage, result, start, stop, copy, count } = parts;
  const words = JSON.parse(section.dataset['words'] ?? '{}') as Words;
  const listening = [...section.querySelectorAll<HTMLButtonElement>('[data-abx-listen]')];
  let run: Run | null = null;

  function show(which: number): void {
    for (const [index, button] of listening.entries())
      button.setAttribute('aria-pressed', String(index === which));
    number.textContent = fill(words.trial, { number: String(run?.number()), count: count.value });
    player.change();
  }

  function end(correct: number | null): void {
    run = null;
    player.end();
    trial.hidden = true;
    setup.hidden = false;
    copy.hidden = correct === null;
    result.textContent = correct === null ? words.ended : verdictText(words, correct, Number(count.value));
    start.focus();
  }

  start.addEventListener('click', () => {
    const begun = createRun(Number(count.value), end);
    run = begun;
    result.textContent = '';
    copy.hidden = true;
    setup.hidden = true;
    trial.hidden = false;
    passage.textContent = fill(words.passage, player.begin(begun.heard));
    show(1);
    listening[1]?.focus();
  });
  for (const [index, button] of listening.entries())
    button.addEventListener('click', () => {
      run?.listen(index);
      show(index);
    });
  for (const button of section.querySelectorAll<HTMLElement>('[data-abx-answer]'))
    button.addEventListener('click', () => {
      run?.answer(button.dataset['abxAnswer'] === 'a');
      if (run) show(1);
    });
  stop.addEventListener('click', () => run?.stop());
  copy.addEventListener('click', () => void copyResult(result, words));
}

async function copyResult(result: HTMLElement, { copied, notCopied }: Words): Promise<void> {
  const text = result.textContent;
  try {
    await navigator.clipboard.writeText(text);
    result.textContent = `${text} ${copied}`;
  } catch {
    // The clipboard is missing over plain HTTP, and a browser may deny access.
    result.textContent = `${text} ${notCopied}`;
  }
}

/** Shows and runs the blind test of a comparison. */
export function wireBlindTest(section: HTMLElement, player: TestedPlayer): void {
  const parts = partsOf(section);
  if (!parts) return;
  section.querySelector('[data-abx-alone]')?.setAttribute('hidden', '');
  parts.setup.hidden = false;
  wire(section, parts, player);
}

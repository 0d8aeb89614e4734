import words from '#content/desk.yaml';
import { question, type Question } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { namesText } from './count-words.ts';
import { momentText } from './time-text.ts';

const { answered: text } = words;

/** The most answers of colleagues that the question shows, and of each the most characters. */
const mostAnswersShown = 3;
const longestShown = 600;

/** How many of the latest messages are searched for answers of colleagues. */
export const searchedAnswers = 50;

/** A colleague's answer that the author of another one has not seen. */
export type Answer = { readonly authorName: string; readonly content: string; readonly at: Date };

/** What the author of an answer had seen of the others. */
export type Sight = {
  /** The id of the latest answer on their page, empty if there was none; without it they saw them all. */
  readonly seen?: string | undefined;
  /** True if they send it despite the answers of colleagues. */
  readonly isSure?: boolean;
};

/** An answer that was not stored, because its author has not seen those of colleagues. */
export type Answered = {
  readonly ok: false;
  readonly reason: 'answered';
  readonly answers: readonly Answer[];
};

type Sent = Answer & {
  readonly id: string;
  readonly authorId: string | null;
  /** What a client writes is no answer; without it the team wrote it. */
  readonly sender?: 'client' | 'team';
};

/**
 * Returns the latest colleagues' answers that an author has not seen, oldest first: those after the latest on their page,
 * and after their own latest.
 */
export function unseenAnswersOf(
  newestFirst: readonly Sent[],
  authorId: string,
  { seen, isSure = false }: Sight,
): Answer[] {
  if (isSure || seen === undefined) return [];
  const known = newestFirst.findIndex((one) => one.id === seen || one.authorId === authorId);
  const unseen = known === -1 ? newestFirst : newestFirst.slice(0, known);
  return unseen
    .filter(({ sender }) => sender !== 'client')
    .slice(0, mostAnswersShown)
    .toReversed();
}

const shortened = (content: string) => {
  const characters = [...content];
  return characters.length > longestShown ? `${characters.slice(0, longestShown).join('')}…` : content;
};

/** Returns the question before a second answer: it shows what colleagues have answered, and the typed text stays. */
export function askDespiteAnswers(
  answers: readonly Answer[],
  now: Date,
  {
    fieldId,
    title = fill(text.title, { names: namesText([...new Set(answers.map(({ authorName }) => authorName))]) }),
    yes = text.yes,
  }: {
    /** The id of the field with the typed text. */
    readonly fieldId: string;
    readonly title?: string;
    readonly yes?: string;
  },
) {
  const texts = answers.map(({ authorName, content, at }) =>
    fill(text.answer, {
      name: authorName,
      time: momentText(at, now, words.today),
      content: shortened(content),
    }),
  );
  const no: Question['no'] = { label: text.no, href: `#${fieldId}` };
  return question(title, { texts, yes, no });
}

import { fill } from '#src/platform/fill.ts';
import { refreshRegions } from '#src/features/notifications/live/refresh-regions.client.ts';
import type { AnswerWords } from '#src/workspace/page-action.ts';
import { failureText, postForm } from '#src/workspace/post-form.client.ts';
import { wireDragOnto } from '#src/workspace/drag-onto.client.ts';
import { completeSelect, shortenSelect } from './recording-select.client.ts';

type Words = AnswerWords & Readonly<Record<'moving' | 'moved' | 'unreachable', string>>;

const rowAt = (event: Event) => (event.target as Element).closest<HTMLElement>('tr[data-version]');

/** Sends the form in the row's menu with another recording chosen. */
async function move(row: HTMLElement, target: HTMLElement, said: HTMLElement): Promise<void> {
  const form = row.querySelector<HTMLFormElement>('[data-version-form]');
  const choice = form?.elements.namedItem('recordingId');
  if (!form || !(choice instanceof HTMLSelectElement)) return;
  const words = JSON.parse(said.dataset['words'] ?? '{}') as Words;
  const names = { file: row.dataset['name'] ?? '', recording: target.dataset['name'] ?? '' };
  const before = choice.value;
  completeSelect(choice);
  choice.value = target.dataset['version'] ?? '';
  said.textContent = fill(words.moving, names);
  const answer = await postForm(form);
  choice.value = before;
  shortenSelect(choice);
  said.textContent = answer.ok ? fill(words.moved, names) : failureText(answer, words, words.unreachable);
  if (answer.ok) await refreshRegions(location.href);
}

/**
 * Lets a row of the desk's table of files be dragged onto another, which makes its file a version of that one's recording, by
 * the form in its menu. Rows of approved files have no such choice: they cannot be dragged.
 */
export function wireVersionDrag(root: Document): void {
  const said = root.querySelector<HTMLElement>('[data-version-said]');
  if (!said) return;
  wireDragOnto(root, {
    sourceAt(event) {
      const row = rowAt(event);
      // A link or a text that is dragged stays what it is.
      return event.target === row ? row : null;
    },
    targetAt(event, dragged) {
      const row = rowAt(event);
      return row && row.dataset['version'] !== dragged.dataset['version'] ? row : null;
    },
    drop: (dragged, row) => void move(dragged, row, said),
  });
}

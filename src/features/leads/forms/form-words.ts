import words from '#content/forms.yaml';
import system from '#content/system.yaml';
import type { FormWords } from './form-message.ts';
import type { FormName } from '../form-names.ts';

type AnyField = { readonly error: string | null };

/** Returns the messages of one form for its script. */
export function formWordsOf(form: FormName): FormWords {
  const { fields, failure, sending, success } = words[form];
  const { errors, failures, draftKept, receipt } = words.shared;
  const required = Object.entries(fields as Record<string, AnyField>).flatMap(([name, { error }]) =>
    error === null ? [] : [[name, error] as const],
  );
  return {
    required: Object.fromEntries(required),
    errors,
    failure,
    failures: {
      offline: failures.offline,
      unreachable: failures.unreachable,
      answered: failures.answered,
      unreadable: failures.unreadable,
    },
    sending,
    success,
    receipt,
    draftKept,
    dismiss: system.dismiss,
  };
}

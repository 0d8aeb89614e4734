import words from '#content/desk-projects.yaml';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import styles from './board-filter-form.module.css';
import type { BoardFilter } from './project-board.ts';
import type { ClientChoices } from './project-clients.ts';

const { board } = words;

/** Narrows the board down to a client or to what a text is found in. */
export function BoardFilterForm({
  filter,
  choices,
}: {
  readonly filter: BoardFilter;
  readonly choices: ClientChoices;
}) {
  const { search, clientId, column } = filter;
  const options = [
    { value: '', label: board.everyClient },
    ...choices.clients.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <form
      className={styles.filter}
      method="get"
      action="/desk/projects"
      role="search"
      aria-label={board.filter}
    >
      <TextField id="q" name="q" type="search" label={board.search} defaultValue={search} maxLength={200} />
      <SelectField
        id="client"
        name="client"
        label={board.client}
        options={options}
        defaultValue={clientId ?? ''}
      />
      {column !== null && <input type="hidden" name="column" value={column} />}
      <Button type="submit" label={board.show} variant="secondary" />
      {(search !== '' || clientId !== null) && <a href="/desk/projects">{board.clear}</a>}
    </form>
  );
}

import desk from '#content/desk.yaml';
import words from '#content/desk-projects.yaml';
import project from '#content/project.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { projectStatuses } from '#src/features/projects/project-status.ts';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { SearchField } from '#src/workspace/search-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { SelectField } from '#src/ui/field.tsx';
import styles from './project-create-screen.module.css';
import type { ClientChoices } from './project-clients.ts';
import { ProjectFields } from './project-details-form.tsx';

const { create, details } = words;

const startValues = {
  status: 'backlog',
  progress: '0',
  revisionRounds: String(project.versions.agreedByDefault),
};

function FindClient({ choices, search }: { readonly choices: ClientChoices; readonly search: string }) {
  const { clients, total } = choices;
  return (
    <form className={styles.find} method="get" role="search" aria-label={create.find} data-search>
      <SearchField
        id="find"
        label={create.search}
        search={search}
        clearHref="/desk/projects/new"
        found={total}
      />
      <Button type="submit" label={create.look} variant="secondary" size="small" />
      <p id="clients-shown" className="small dim" data-live>
        {total === 0 && desk.search.found[0]}
        {total > clients.length && fill(create.many, { shown: String(clients.length), total: String(total) })}
      </p>
    </form>
  );
}

/** The page that creates a project: its client and its details. */
export function ProjectCreateScreen({
  choices,
  search,
  clientId,
  refused,
}: {
  readonly choices: ClientChoices;
  /** The text that clients were searched for. */
  readonly search: string;
  readonly clientId: string | null;
  readonly refused: RefusedAction | null;
}) {
  const { clients, total } = choices;
  const { entries = {}, errors = {} } = refused ?? {};
  const isSearched = search.trim() !== '';
  const options = [
    { value: '', label: create.choose },
    ...clients.map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` })),
  ];
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={create.title} back={{ href: '/desk/projects', label: details.crumb }} />
      <RefusedMessage refused={refused} className={styles.said} />
      {(isSearched || total > clients.length) && <FindClient choices={choices} search={search} />}
      {clients.length === 0 && !isSearched ? (
        <Empty>{create.noClients}</Empty>
      ) : (
        <form
          className={styles.form}
          method="post"
          action="/desk/projects/new?do=create"
          aria-label={create.title}
          noValidate
        >
          <div id="client-choice" data-live>
            <SelectField
              id="clientId"
              name="clientId"
              label={details.client}
              options={options}
              defaultValue={entries['clientId'] ?? clientId ?? ''}
              error={errors['clientId']}
            />
          </div>
          <ProjectFields values={{ ...startValues, ...entries }} errors={errors} statuses={projectStatuses} />
          <div>
            <Button type="submit" label={create.submit} />
          </div>
        </form>
      )}
    </div>
  );
}

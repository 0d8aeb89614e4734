import words from '#content/desk.yaml';
import { WorkspaceHeader } from '#src/features/workspace/workspace-header.tsx';

const { header } = words;

const tabs = [
  { href: '/desk', label: header.leads },
  { href: '/desk/projects', label: header.projects },
  { href: '/desk/invoices', label: header.invoices },
  { href: '/desk/team', label: header.team },
] as const;

export type DeskTab = (typeof tabs)[number]['href'];

/** The header of every page of the desk. */
export function DeskHeader({
  name,
  current,
}: {
  /** Of the member of the team who is signed in. */
  readonly name: string;
  /** `/account` on the person's own page. */
  readonly current: DeskTab | '/account' | null;
}) {
  return <WorkspaceHeader label={header.name} tabs={tabs} current={current} name={name} />;
}

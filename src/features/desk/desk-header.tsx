import { WorkspaceHeader } from '#src/features/accounts/workspace-header.tsx';

const tabs = [
  { href: '/desk', label: 'Leads' },
  { href: '/desk/projects', label: 'Projects' },
  { href: '/desk/invoices', label: 'Invoices' },
  { href: '/desk/team', label: 'Team' },
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
  return <WorkspaceHeader label="Desk" tabs={tabs} current={current} name={name} />;
}

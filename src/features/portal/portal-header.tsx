import { WorkspaceHeader } from '#src/features/accounts/workspace-header.tsx';

const tabs = [
  { href: '/portal', label: 'Dashboard' },
  { href: '/portal/projects', label: 'Projects' },
  { href: '/portal/messages', label: 'Messages' },
  { href: '/portal/invoices', label: 'Invoices' },
] as const;

/** The header of every page of the portal. */
export function PortalHeader({ name, current }: { readonly name: string; readonly current: string | null }) {
  return <WorkspaceHeader label="Portal" tabs={tabs} current={current} name={name} />;
}

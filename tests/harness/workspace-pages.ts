import type { SeededWorkspace } from './seed-workspace.ts';

export interface WorkspacePage {
  readonly name: string;
  readonly path: string;
  readonly actor: 'client' | 'team';
}

/** The pages of portal and desk, each with an object of the seeded studio. */
export function workspacePages({
  projectId,
  fileId,
  fileSha256,
  invoiceId,
  leadId,
  clientId,
  chatId,
  takenChatId,
  contactId,
}: SeededWorkspace): WorkspacePage[] {
  const portal: [string, string][] = [
    ['Portal: dashboard', '/portal'],
    ['Portal: projects', '/portal/projects'],
    ['Portal: a project', `/portal/projects/${projectId}`],
    ['Portal: the listening links of a project', `/portal/projects/${projectId}/share`],
    ['Portal: the delivery of a project', `/portal/projects/${projectId}/delivery`],
    ['Portal: a delivery sheet', `/portal/files/${fileId}/report`],
    ['Portal: what a hash is of', `/portal/sheets/${fileSha256}`],
    ['Portal: messages', `/portal/messages?project=${projectId}`],
    ['Portal: invoices', '/portal/invoices'],
    ['Portal: an invoice', `/portal/invoices/${invoiceId}`],
    ['Portal: people', '/portal/people'],
    ['Portal: settings', '/portal/settings'],
  ];
  const desk: [string, string][] = [
    ['Desk: today', '/desk'],
    ['Desk: inbox', '/desk/leads'],
    ['Desk: inbox, due soon', '/desk/leads?state=due-soon'],
    ['Desk: inbox, briefs of leads', '/desk/leads?source=brief&status=lead'],
    ['Desk: inbox, search', '/desk/leads?q=visitor+42'],
    ['Desk: a lead', `/desk/leads/${leadId}`],
    ['Desk: chats', '/desk/chats'],
    ['Desk: a chat that waits', `/desk/chats/${chatId}`],
    ['Desk: a chat that is taken', `/desk/chats/${takenChatId}`],
    ['Desk: calls', '/desk/calls'],
    ['Desk: calls, as a list', '/desk/calls?view=list'],
    ['Desk: clients', '/desk/clients'],
    ['Desk: a new client', '/desk/clients/new'],
    ['Desk: the import of clients', '/desk/clients/import'],
    ['Desk: a client', `/desk/clients/${clientId}`],
    ['Desk: a client, edited', `/desk/clients/${clientId}/edit`],
    ['Desk: a client, merged', `/desk/clients/${clientId}/merge`],
    ['Desk: contacts', '/desk/contacts'],
    ['Desk: a new contact', '/desk/contacts/new'],
    ['Desk: a contact', `/desk/contacts/${contactId}`],
    ['Desk: a contact, edited', `/desk/contacts/${contactId}/edit`],
    ['Desk: a reply to a lead', `/desk/leads/${leadId}/reply`],
    ['Desk: projects', '/desk/projects'],
    ['Desk: a project', `/desk/projects/${projectId}`],
    ['Desk: invoices', '/desk/invoices'],
    ['Desk: failed mails', '/desk/mails'],
    ['Desk: team', '/desk/team'],
    ['Desk: email settings', '/desk/emails'],
    ['Desk: installation', '/desk/installation'],
    ['Desk: log', '/desk/installation/log'],
    ['Desk: search', '/desk/search?q=mix'],
    ['Desk: keyboard shortcuts', '/shortcuts'],
  ];
  return [
    ...portal.map(([name, path]) => ({ name, path, actor: 'client' as const })),
    ...desk.map(([name, path]) => ({ name, path, actor: 'team' as const })),
  ];
}

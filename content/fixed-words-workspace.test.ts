import { describe, expect, test } from 'vitest';
import accounts from '#content/accounts.yaml';
import desk from '#content/desk.yaml';
import deskProjects from '#content/desk-projects.yaml';
import portal from '#content/portal.yaml';
import project from '#content/project.yaml';
import system from '#content/system.yaml';

describe('wording of portal and desk that the specification fixes', () => {
  test('the portal: tabs, columns, messages, notifications, approvals and invoices', () => {
    expect(Object.values(portal.tabs)).toEqual(['Dashboard', 'Projects', 'Messages', 'Invoices']);
    expect(Object.values(portal.statuses)).toEqual(['Backlog', 'In progress', 'Review', 'Delivered']);
    expect(portal.dashboard.projects).toBe('Projects');
    expect([portal.messages.label, portal.messages.send]).toEqual(['Message', 'Send']);
    const { title, clearAll } = portal.notifications;
    expect([title, clearAll]).toEqual(['Notifications', 'Clear all']);
    expect([project.files.approveFile, project.approval.approve, project.files.approved]).toEqual([
      'Approve {file}',
      'Approve',
      'Approved',
    ]);
    const { pending, overdue, paid } = portal.invoices.statuses;
    expect([pending, overdue, paid]).toEqual(['Pending', 'Overdue', 'Paid']);
    expect(portal.invoices.markPaid).toBe('Mark Paid');
  });

  test('the desk: the status of a lead and of a project', () => {
    expect(desk.lead.status.label).toBe('Status');
    const { lead, booked, proposal, converted, closed } = desk.inbox.statuses;
    expect([lead, booked, proposal, converted, closed]).toEqual([
      'lead',
      'booked',
      'proposal',
      'converted',
      'closed',
    ]);
    expect(deskProjects.details.status).toBe('Status');
    expect(deskProjects.statuses).toEqual(portal.statuses);
  });

  test('signing in and out', () => {
    expect(system.restricted.signIn).toBe('Sign in');
    expect(accounts.header.signOut).toBe('Sign out');
  });
});

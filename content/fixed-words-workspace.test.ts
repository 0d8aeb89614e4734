import { describe, expect, test } from 'vitest';
import accounts from '#content/accounts.yaml';
import desk from '#content/desk.yaml';
import deskProjects from '#content/desk-projects.yaml';
import portal from '#content/portal.yaml';
import project from '#content/project.yaml';
import system from '#content/system.yaml';
import { waitingText } from '#src/portal/dashboard/waiting-text.ts';

describe('wording of portal and desk that the specification fixes', () => {
  test('the portal: tabs, columns, messages, notifications, approvals and invoices', () => {
    expect(Object.values(portal.tabs)).toEqual(['Dashboard', 'Projects', 'Messages', 'Invoices']);
    expect(Object.values(portal.statuses)).toEqual(['Backlog', 'In progress', 'Review', 'Delivered']);
    expect(portal.dashboard.projects).toBe('Projects');
    expect([portal.messages.label, portal.messages.send]).toEqual(['Message', 'Send']);
    const { title, clearAll } = portal.notifications;
    expect([title, clearAll]).toEqual(['Notifications', 'Clear all']);
    expect(project.fileStates).toEqual({
      waiting: 'Waiting for approval',
      'changes-requested': 'Changes requested',
      approved: 'Approved',
    });
    expect([project.changes.button, project.changes.confirm, project.changes.label]).toEqual([
      'Request changes',
      'Request changes',
      'What should change?',
    ]);
    expect([project.files.approveFile, project.approval.approve, project.fileStates.approved]).toEqual([
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

describe('plain words of portal and desk', () => {
  test('approving, uploading, replying, codes and what waits', () => {
    expect(project.approval.text).toBe("You're approving this exact file. This cannot be undone.");
    expect(deskProjects.upload.hint).toMatch(/ Interrupted uploads resume\.$/);
    expect(project.sent.upload.hint).toContain(' Interrupted uploads resume. ');
    expect(desk.lead.replyHint).toMatch(/ Sending it stops the 24-hour clock\.$/);
    expect([accounts.signIn.code.again, accounts.confirm.again]).toEqual([
      'Send a new code',
      'Send a new code',
    ]);
    const two = { files: [], fileCount: 0, requestCount: 0, invoiceCount: 2, permission: 'approve' } as const;
    expect(waitingText(two)).toBe('Two invoices are waiting for you.');
  });
});

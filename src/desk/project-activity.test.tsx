import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/desk-projects.yaml';
import { ProjectActivity } from './project-page-screen.tsx';

test('a project’s history shows an activity of a newer version as a change', () => {
  const at = new Date('2026-11-20T12:00:00Z');
  const entry = { id: '1', at, actorId: null, actorName: 'Ana', kind: 'call-ended', details: {} };
  const page = renderToStaticMarkup(<ProjectActivity entries={[entry]} now={at} />);
  expect(page).toContain(words.activity.something);
  expect(page).not.toContain('call');
});

test('a project’s history lists the changed fields, and the enquiry it was created from', () => {
  const at = new Date('2026-11-20T12:00:00Z');
  const shown = (kind: string, details: Readonly<Record<string, string>>) =>
    renderToStaticMarkup(
      <ProjectActivity
        entries={[{ id: '1', at, actorId: null, actorName: 'Ada Brandt', kind, details }]}
        now={at}
      />,
    );
  expect(shown('project-changed', { changed: 'name dueOn' })).toContain('changed the name and the due date');
  expect(shown('project-changed', {})).toContain('changed the details');
  expect(shown('lead-converted', { project: 'Tidewater' })).toContain(words.activity.kinds['lead-converted']);
});

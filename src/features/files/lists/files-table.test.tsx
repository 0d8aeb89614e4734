import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import deskWords from '#content/desk-projects.yaml';
import words from '#content/project.yaml';
import { DeskFilesTable } from './desk-files-table.tsx';
import { FilesTable } from './files-table.tsx';

const now = new Date('2026-11-20T09:00:00Z');

test('shows a message instead of an empty table for a project without files', () => {
  const client = {
    projectId: 'project',
    personId: 'client',
    mayApprove: true,
    error: undefined,
    agreedRounds: null,
    toDecide: [],
  };
  const shown = [
    { table: <FilesTable files={[]} now={now} {...client} />, empty: words.files.empty },
    {
      table: (
        <DeskFilesTable
          files={[]}
          now={now}
          agreedRounds={null}
          menuOf={() => null}
          openFor={null}
          refused={null}
        />
      ),
      empty: deskWords.files.empty,
    },
  ];
  for (const { table, empty } of shown) {
    const html = renderToStaticMarkup(table);
    expect(html).toContain(empty);
    expect(html).not.toContain('<table');
  }
});

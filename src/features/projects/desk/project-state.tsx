import words from '#content/desk-projects.yaml';
import type { ProjectStatus } from '#src/features/projects/project-status.ts';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';

export const projectShapes: Readonly<Record<ProjectStatus, MarkShape>> = {
  backlog: 'empty',
  'in-progress': 'half',
  review: 'signal',
  delivered: 'full',
};

/** Where a project stands, in words with its shape. */
export const ProjectState = ({ status }: { readonly status: ProjectStatus }) => (
  <StateMark shape={projectShapes[status]} label={words.statuses[status]} />
);

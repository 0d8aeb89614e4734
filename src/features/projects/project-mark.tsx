import portal from '#content/portal.yaml';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';
import type { ProjectStatus } from './project-status.ts';

const shapes: Readonly<Record<ProjectStatus, MarkShape>> = {
  backlog: 'empty',
  'in-progress': 'half',
  review: 'signal',
  delivered: 'full',
};

/** How a project stands, in words and by its shape. */
export const ProjectMark = ({ status }: { readonly status: ProjectStatus }) => (
  <StateMark shape={shapes[status]} label={portal.statuses[status]} />
);

import portal from '#content/portal.yaml';
import project from '#content/project.yaml';
import '#src/ui/wave.css';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';
import type { ProjectStatus } from './project-status.ts';

const shapes: Readonly<Record<ProjectStatus, MarkShape>> = {
  backlog: 'empty',
  'in-progress': 'half',
  review: 'signal',
  delivered: 'full',
};

/** The status of a project as a shape and a word; the desk has its own labels. */
export const ProjectMark = ({
  status,
  words = portal.statuses,
}: {
  readonly status: ProjectStatus;
  readonly words?: Readonly<Record<ProjectStatus, string>>;
}) => <StateMark shape={shapes[status]} label={words[status]} />;

const { fileStates } = project;

/** Renders how many files of a project wait for approval and for changes, in the same words as each file; nothing for none. */
export const FileStateCounts = ({
  waitingFiles,
  filesToChange,
}: {
  readonly waitingFiles: number;
  readonly filesToChange: number;
}) => (
  <>
    {filesToChange > 0 && (
      <p>
        <StateMark shape="diamond" label={`${fileStates['changes-requested']}: ${filesToChange}`} wraps />
      </p>
    )}
    {waitingFiles > 0 && (
      <p>
        <StateMark shape="signal" label={`${fileStates.waiting}: ${waitingFiles}`} wraps />
      </p>
    )}
  </>
);

/** Returns the class of wave.css for a percentage: a font width of 62 + 0.63 per percent, in steps of 3. */
export const percentClassOf = (percent: number) => `w${62 + 3 * Math.round((0.63 * percent) / 3)}`;

import { sql } from 'drizzle-orm';
import { projects } from './project.table.ts';

/** What is nearest to its client comes first: in review, in progress, to come, delivered; then by due date. */
export const projectOrder = [
  sql`array_position(array['review', 'in-progress', 'backlog', 'delivered'], ${projects.status})`,
  sql`${projects.dueOn} asc nulls last`,
  projects.number,
];

import { refusal, type PersonInput } from '#src/features/accounts/access/person-action.ts';
import words from '#content/desk.yaml';
import type { ActionOutcome } from '#src/features/accounts/access/take-action.ts';
import { longest } from '#src/platform/field.schema.ts';
import { convertLead } from './convert-lead.ts';
import { textProblem } from '#src/features/workspace/page-action.ts';
import { setLeadStatus } from './set-lead-status.ts';

const { errors } = words.lead;

const refusals = {
  'not-found': refusal(404, errors.gone),
  held: refusal(409, errors.held),
  'team-member': refusal(409, errors.teamMember),
  disabled: refusal(409, errors.disabled),
  'still-client': refusal(409, errors.stillClient),
  'no-address': refusal(409, errors.noAddress),
} as const;

const settable = ['lead', 'booked', 'proposal', 'closed'] as const;

/** Sets a lead's status; `converted` makes a client of them, with a first project of the name given. */
export async function leadStatusAction(input: PersonInput, leadId: string): Promise<ActionOutcome> {
  const { services, entries } = input;
  const { status: wanted, project: projectName = '' } = entries;
  if (wanted === 'converted') {
    const problem = textProblem(projectName, longest.name, errors.projectName);
    if (problem) return problem;
    const converted = await convertLead(services.db, services, input.person, { leadId, projectName });
    return converted.ok ? { ok: true } : refusals[converted.reason];
  }
  const status = settable.find((value) => value === wanted);
  if (!status) return refusal(422, errors.status);
  const set = await setLeadStatus(services.db, services.clock.now(), input.person, { leadId, status });
  return set.ok ? set : refusals[set.reason];
}

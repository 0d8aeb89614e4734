import { join } from 'node:path';
import {
  inviteByCommand,
  inviteRequests,
  type CommandInvite,
  type CommandInvited,
} from '#src/features/accounts/team/invite-by-command.ts';
import { systemClock } from '#src/platform/clock.ts';
import type { Config } from '#src/platform/config/config.ts';
import { DatabaseInUseError } from '#src/platform/database/database.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { keepPrivate } from '#src/platform/keep-private.ts';
import { cleanEmail } from '#src/platform/clean-email.ts';
import { isEmail } from '#src/platform/field.schema.ts';
import { createLog } from '#src/platform/log.ts';
import { createMailer } from '#src/platform/mail/mailer.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { giveUp, giveUpOn, readCommandConfig } from '#src/platform/config/read-config.ts';
import { askServer } from '#src/platform/services/requests.ts';
import { secretOf } from '#src/platform/config/secret.ts';

/** `npm run team:invite -- <email address> ["Full Name"] [--without-passkeys]` adds a person to the team. */

const waitMs = 20_000;
const usage = 'Usage: npm run team:invite -- <email address> ["Full Name"] [--without-passkeys]';

// Files written from here on are private to this user.
process.umask(0o077);

function readInvite(): CommandInvite {
  const asked = process.argv.slice(2);
  const [address = '', ...rest] = asked.filter((word) => !word.startsWith('--'));
  const email = cleanEmail(address);
  const options = asked.filter((word) => word.startsWith('--'));
  if (!isEmail(email)) giveUp([`"${email}" is no email address.`, usage]);
  if (options.some((option) => option !== '--without-passkeys')) giveUp([usage]);
  const name = rest.join(' ').trim() || email.slice(0, email.lastIndexOf('@'));
  return { email, name, withoutPasskeys: options.length > 0 };
}

/** Works on the database itself, which a server on PostgreSQL shares. */
async function inviteHere(config: Config, invite: CommandInvite): Promise<CommandInvited> {
  const onHung = () => giveUp(['The database hangs.']);
  await keepPrivate(config.dataDir);
  const database = await openDatabase(config, { deadlineMs: waitMs, onHung });
  try {
    await migrate(database, join(projectRootFrom(import.meta.dirname), 'database/migrations'));
    const { db } = database;
    const log = createLog({ sink: { write: () => true, isTTY: false }, clock: systemClock });
    const mailer = createMailer(config, { db, log, clock: systemClock });
    const origin = config.publicUrl ?? `http://localhost:${config.port}`;
    const secret = await secretOf(config);
    const invited = await inviteByCommand({ db, mailer, origin, secret, clock: systemClock }, invite);
    mailer.close();
    return invited;
  } finally {
    await database.close();
  }
}

async function inviteAnywhere(config: Config, invite: CommandInvite): Promise<CommandInvited> {
  try {
    return await inviteHere(config, invite);
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error;
    const answer = await askServer<CommandInvited>({ dataDir: config.dataDir, kind: inviteRequests }, invite);
    if (answer.kind === 'not-taken') {
      return giveUp([
        `Another process uses the data in ${config.dataDir} and does not answer. If it is still starting, run this again in a moment; if not, stop it first.`,
        'Nothing was done.',
      ]);
    }
    if (answer.kind !== 'unknown') return answer;
    return giveUp([
      'The server took the request and has not answered. It is not known whether an email was sent.',
      'Look at the Team page of the desk, or run this again: it emails a new link.',
    ]);
  }
}

const refusals = {
  address: "Email can't be sent to this address.",
  client: 'This address belongs to a client. A member of the team needs another one.',
  disabled: 'This member is disabled. Another member can enable them on the Team page of the desk.',
};

const invite = readInvite();
const invited = await inviteAnywhere(readCommandConfig(), invite).catch(giveUpOn);
if (invited.kind === 'refused') giveUp([refusals[invited.reason]]);
if (invited.kind === 'mailed') {
  const works = "Both work once, for 10 minutes; the link's page mails new ones.";
  process.stdout.write(`${invite.email} was mailed a link and a code. ${works}\n`);
} else {
  // The invited person can sign in even while no email is delivered.
  if (invited.kind === 'not-sent') process.stderr.write(`The mail was not sent: ${invited.reason}\n`);
  process.stdout.write(`${invite.email} can sign in once, within 10 minutes:\n${invited.link}\n`);
}

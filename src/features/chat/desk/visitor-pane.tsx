import words from '#content/conversations.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import type { Conversation } from '../conversation.table.ts';
import type { Visitor } from './find-visitor.ts';
import styles from './visitor-pane.module.css';

const { desk: text } = words;
const { about } = text;

type About = {
  readonly conversation: Conversation;
  readonly visitor: Visitor;
  readonly now: Date;
};

/** A row of the facts; without a value it says so. */
function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto" className={children === null ? 'dim' : undefined}>
        {children ?? about.unknown}
      </dd>
    </div>
  );
}

/** The page that the visitor has open, and who they are as far as that is known. */
function Facts({ conversation, visitor, now }: About) {
  const { page, begunAt, email, leadId } = conversation;
  const { typedEmail, lead, client } = visitor;
  return (
    <dl className={styles.facts} id="chat-visitor" data-live>
      <Fact label={about.page}>{page === null ? null : <a href={page}>{page}</a>}</Fact>
      <Fact label={about.begun}>
        <DeskTime at={begunAt} now={now} />
      </Fact>
      <Fact label={about.email}>
        {email ?? (typedEmail === null ? null : fill(about.typed, { email: typedEmail }))}
      </Fact>
      {lead && leadId === null && (
        <Fact label={about.lead}>
          <a href={`/desk/leads/${lead.id}`}>{lead.name}</a>
        </Fact>
      )}
      {client && (
        <Fact label={about.client}>
          <a href={`/desk/clients/${client.id}`}>{client.name}</a>
        </Fact>
      )}
    </dl>
  );
}

/** The visitor's questions to the assistant before they requested a person. */
function AskedBefore({ questions }: { readonly questions: readonly string[] }) {
  return (
    <div id="chat-asked" data-live>
      {questions.length > 0 && (
        <section className={styles.part} aria-labelledby="asked-before">
          <h3 id="asked-before">{text.askedBefore}</h3>
          <ul>
            {questions.map((question, index) => (
              // The list only grows at its end.
              <li key={index} dir="auto">
                {question}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function PastChats({ past, now }: { readonly past: Visitor['past']; readonly now: Date }) {
  return (
    <div id="chat-past" data-live>
      {past.length > 0 && (
        <section className={styles.part} aria-labelledby="past-chats">
          <h3 id="past-chats">{about.past}</h3>
          <ul>
            {past.map(({ id, begunAt, first }) => (
              <li key={id} dir="auto">
                <a href={`/desk/chats/${id}`}>
                  <FormattedText
                    template={about.pastChat}
                    values={{ time: <DeskTime at={begunAt} now={now} />, text: first ?? text.nothingSaid }}
                  />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The conversation's lead, or the form that converts it to one, with what is known filled in. */
function LeadPanel({
  conversation,
  visitor,
  refusedForm,
  now,
}: About & { readonly refusedForm: RefusedAction | null }) {
  const { id, leadId, name, email, state, mailConfirmedAt } = conversation;
  const isLive = state !== 'mailed' && state !== 'ended';
  const known = { name: visitor.lead?.name ?? visitor.client?.name ?? '', email: visitor.typedEmail ?? '' };
  const of = (field: 'name' | 'email') => ({
    id: field,
    name: field,
    defaultValue: refusedForm?.entries[field] ?? known[field],
    error: refusedForm?.errors[field],
  });
  return (
    <Panel id="lead" title={text.lead}>
      <div className={styles.body} id="chat-lead" data-live>
        {leadId === null ? (
          <form className={styles.form} method="post" action={`/desk/chats/${id}?do=make-lead`} noValidate>
            <p className="small dim">{text.makeLeadHint}</p>
            <TextField {...of('name')} label={text.name} dir="auto" autoComplete="off" />
            <TextField
              {...of('email')}
              type="email"
              label={text.email}
              autoComplete="off"
              spellCheck={false}
            />
            <Button type="submit" label={text.makeLead} variant="secondary" size="small" />
          </form>
        ) : (
          <>
            <a className={styles.link} href={`/desk/leads/${leadId}`}>
              <span>
                <FormattedText template={text.leadOpen} values={{ name: name ?? text.visitor }} />
              </span>
            </a>
            <p className="small dim">
              {mailConfirmedAt ? (
                <FormattedText
                  template={text.leadConfirmed}
                  values={{ time: <DeskTime at={mailConfirmedAt} now={now} /> }}
                />
              ) : (
                text.leadHint
              )}
            </p>
            {isLive && name !== null && email !== null && (
              <div className={styles.byEmail}>
                <p className="small dim">{text.byEmailHint}</p>
                <PostButton
                  action={`/desk/chats/${id}?do=make-lead`}
                  fields={{ name, email, byEmail: 'yes' }}
                  label={text.byEmail}
                />
              </div>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

/** Blocking requires a confirmation. */
function BlockPart({ conversation: { id, isBlocked } }: { conversation: Conversation }) {
  return (
    <div id="chat-block" data-live>
      {isBlocked ? (
        <p className="small dim">
          {text.blocked} <a href="/desk/chats#chats-blocked">{text.networks.title}</a>
        </p>
      ) : (
        <details className={styles.block}>
          <summary>{text.block}</summary>
          <p className="small">{text.blockAsk}</p>
          <PostButton action={`/desk/chats/${id}?do=block`} label={text.blockYes} variant="danger" />
        </details>
      )}
    </div>
  );
}

/** The pane of the visitor, next to their conversation. */
export function VisitorPane({
  children,
  ...known
}: About & {
  readonly refusedForm: RefusedAction | null;
  /** The calls of their lead, if there is one. */
  readonly children: React.ReactNode;
}) {
  const { conversation, visitor, now } = known;
  return (
    <aside className={styles.pane} aria-labelledby="visitor">
      <Panel id="visitor" title={about.title}>
        <Facts {...{ conversation, visitor, now }} />
        <AskedBefore questions={conversation.askedBefore} />
        <PastChats past={visitor.past} now={now} />
      </Panel>
      <LeadPanel {...known} />
      {conversation.leadId === null ? (
        <Panel id="calls" title={about.calls}>
          <p className={`small dim ${styles.body}`}>{about.callsHint}</p>
        </Panel>
      ) : (
        children
      )}
      <BlockPart conversation={conversation} />
    </aside>
  );
}

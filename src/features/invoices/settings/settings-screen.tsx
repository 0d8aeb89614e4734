import words from '#content/invoice-settings.yaml';
import { DoneMessage, RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { currencyOptions } from '#src/features/invoices/money.ts';
import { taxCategories } from '#src/features/invoices/totals.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { whenText } from '#src/studio/when-text.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { AddressFields } from './address-fields.tsx';
import { missingText, type MoneySettings, type SettingsChange } from './money-settings.ts';
import { percentText } from './printed-text.ts';
import { accountText } from './official-numbers.ts';
import styles from './settings-screen.module.css';

type Part = { readonly settings: MoneySettings; readonly refused: RefusedAction | null };

/** Returns the attributes of the fields of one form, with what was typed. */
export const fieldsOf =
  (prefix: string, refused: RefusedAction | null, stored: Readonly<Record<string, string>> = {}) =>
  (name: string) => ({
    id: `${prefix}-${name}`,
    name,
    defaultValue: refused?.entries[name] ?? stored[name] ?? '',
    error: refused?.errors[name],
    autoComplete: 'off',
  });

/** Renders what has to be filled in before an invoice can be issued; null if nothing is missing. */
function MissingDetails({
  studio,
  children,
}: Pick<MoneySettings, 'studio'> & { readonly children?: React.ReactNode }) {
  const missing = missingText(studio);
  if (missing === null) return null;
  return (
    <Notice kind="error">
      {missing} {children}
    </Notice>
  );
}

function Studio({ settings: { studio }, refused }: Part) {
  const { studio: text } = words;
  const of = fieldsOf('studio', refused, {
    ...studio,
    paymentDays: String(studio.paymentDays),
    onlyRow: '',
    usesSiteAddress: '',
    isSample: '',
  });
  return (
    <Panel id="studio" title={text.title}>
      <p className={`small dim ${styles.hint}`}>{text.hint}</p>
      <form className={styles.form} method="post" action="?do=save-studio" noValidate>
        <TextField {...of('legalName')} label={text.legalName} isWide dir="auto" />
        <AddressFields of={of} isNeeded />
        <TextField
          {...of('taxNumber')}
          label={text.taxNumber}
          optionalMark={words.optional}
          hint={text.taxNumberHint}
          spellCheck={false}
        />
        <SelectField {...of('currency')} label={text.currency} options={currencyOptions()} />
        <TextField
          {...of('paymentDays')}
          label={text.paymentDays}
          hint={text.paymentDaysHint}
          inputMode="numeric"
        />
        <TextAreaField
          {...of('notes')}
          label={text.notes}
          optionalMark={words.optional}
          rows={3}
          isWide
          dir="auto"
        />
        <div className={styles.wide}>
          <Button type="submit" label={text.save} />
        </div>
      </form>
    </Panel>
  );
}

function Accounts({ settings: { accounts }, refused }: Part) {
  const { accounts: text } = words;
  const of = fieldsOf('account', refused);
  return (
    <Panel id="accounts" title={text.title}>
      {accounts.length === 0 && <p className={`small dim ${styles.hint}`}>{text.empty}</p>}
      <ul>
        {accounts.map(({ id, holder, iban, bic, bank }) => (
          <li key={id} className={styles.row}>
            <div>
              <p className="num">{accountText(iban)}</p>
              <p className="small dim" dir="auto">
                {[holder, bank, bic].filter((part) => part !== '').join(', ')}
              </p>
            </div>
            <PostButton
              action="?do=remove-account"
              fields={{ id }}
              label={text.remove}
              name={fill(text.of, { action: text.remove, account: accountText(iban) })}
              variant="danger"
            />
          </li>
        ))}
      </ul>
      <form className={styles.form} method="post" action="?do=add-account" noValidate>
        <TextField {...of('holder')} label={text.holder} dir="auto" />
        <TextField {...of('iban')} label={text.iban} hint={text.ibanHint} spellCheck={false} />
        <TextField {...of('bic')} label={text.bic} optionalMark={words.optional} spellCheck={false} />
        <TextField {...of('bank')} label={text.bank} optionalMark={words.optional} dir="auto" />
        <div className={styles.wide}>
          <Button type="submit" label={text.add} variant="secondary" />
        </div>
      </form>
    </Panel>
  );
}

function Rates({ settings: { rates }, refused }: Part) {
  const { rates: text } = words;
  const of = fieldsOf('rate', refused);
  return (
    <Panel id="rates" title={text.title}>
      {rates.length === 0 && <p className={`small dim ${styles.hint}`}>{text.empty}</p>}
      <ul>
        {rates.map(({ id, name, basisPoints, category, sentence }) => (
          <li key={id} className={styles.row}>
            <div>
              <p dir="auto">{name}</p>
              <p className="small dim" dir="auto">
                {[text.categories[category], category === 'S' ? percentText(basisPoints) : '', sentence]
                  .filter((part) => part !== '')
                  .join(', ')}
              </p>
            </div>
            <PostButton
              action="?do=remove-rate"
              fields={{ id }}
              label={text.remove}
              name={fill(text.of, { action: text.remove, rate: name })}
              variant="danger"
            />
          </li>
        ))}
      </ul>
      <form className={styles.form} method="post" action="?do=add-rate" noValidate>
        <TextField {...of('name')} label={text.name} dir="auto" />
        <SelectField
          {...of('category')}
          label={text.category}
          options={taxCategories.map((value) => ({ value, label: text.categories[value] }))}
        />
        <TextField {...of('percent')} label={text.percent} inputMode="decimal" />
        <TextField
          {...of('sentence')}
          label={text.sentence}
          hint={text.sentenceHint}
          optionalMark={words.optional}
          dir="auto"
        />
        <div className={styles.wide}>
          <Button type="submit" label={text.add} variant="secondary" />
        </div>
      </form>
    </Panel>
  );
}

function Series({ settings: { series }, refused }: Part) {
  const { series: text } = words;
  return (
    <Panel id="series" title={text.title}>
      <p className={`small dim ${styles.hint}`}>{text.hint}</p>
      {series.map(({ kind, prefix, next }) => {
        const own = refused?.entries['kind'] === kind ? refused : null;
        const of = fieldsOf(kind, own, { prefix, next: String(next) });
        return (
          <form
            key={kind}
            className={styles.form}
            method="post"
            action="?do=save-series"
            aria-label={text.kinds[kind]}
            noValidate
          >
            <h3 className={styles.wide}>{text.kinds[kind]}</h3>
            <input type="hidden" name="kind" value={kind} />
            <TextField {...of('prefix')} label={text.prefix} spellCheck={false} />
            <TextField
              {...of('next')}
              label={text.next}
              hint={fill(text.nextIs, { number: `${prefix}${next}` })}
              inputMode="numeric"
            />
            <div className={styles.wide}>
              <Button type="submit" label={text.save} variant="secondary" />
            </div>
          </form>
        );
      })}
    </Panel>
  );
}

function History({ changes }: { readonly changes: readonly SettingsChange[] }) {
  const { history: text } = words;
  return (
    <Panel id="settings-history" title={text.title}>
      {changes.length === 0 && <p className={`small dim ${styles.hint}`}>{text.empty}</p>}
      <ul>
        {changes.map(({ id, at, actorName, kind, details }) => (
          <li key={id} className={styles.row}>
            <p dir="auto">{fill(wordsFor(text.kinds, kind, kind), { ...details, actor: actorName }, '')}</p>
            <p className="small dim">
              <time dateTime={at.toISOString()}>{whenText(at)}</time>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Renders the settings without which no invoice is issued. */
export function InvoiceSettingsScreen({
  settings,
  changes,
  said,
  refused,
}: {
  readonly settings: MoneySettings;
  readonly changes: readonly SettingsChange[];
  readonly said: string | undefined;
  readonly refused: RefusedAction | null;
}) {
  const of = (action: string) => ({ settings, refused: refused?.action === action ? refused : null });
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={words.title} back={{ href: '/desk/invoices', label: words.crumb }} />
      <div className={styles.said}>
        <DoneMessage said={said} refused={refused} />
        <RefusedMessage refused={refused} />
        <MissingDetails studio={settings.studio} />
      </div>
      <div className={styles.panels}>
        <div className={styles.column}>
          <Studio {...of('save-studio')} />
          <History changes={changes} />
        </div>
        <div className={styles.column}>
          <Accounts {...of('add-account')} />
          <Rates {...of('add-rate')} />
          <Series {...of('save-series')} />
        </div>
      </div>
    </div>
  );
}

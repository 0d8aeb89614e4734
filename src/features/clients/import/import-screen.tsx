import words from '#content/desk-clients.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import form from '#src/features/clients/edit/client-form.module.css';
import { numberText } from '#src/studio/locale.ts';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import styles from './import-screen.module.css';
import { ImportPreview } from './import-preview.tsx';
import { importPath } from './import-path.ts';
import { mostRows } from './source-rows.ts';
import { sizeText, type ImportStep } from './take-import.ts';

const { import: text, list } = words;

function Columns() {
  return (
    <div className={form.intro}>
      <p>{text.intro}</p>
      <p>{fill(text.limits, { rows: numberText(mostRows), size: sizeText })}</p>
      <ul className={styles.columns}>
        {Object.values(text.columns).map((column) => (
          <li key={column} className="small">
            {column}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Choose({ refused }: { readonly refused: RefusedAction | null }) {
  const { entries = {}, errors = {} } = refused ?? {};
  return (
    <>
      <Columns />
      <form
        className={form.form}
        method="post"
        action={`${importPath}?do=preview`}
        encType="multipart/form-data"
        aria-label={text.title}
        noValidate
      >
        <TextField
          id="file"
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          label={text.file}
          hint={text.fileHint}
          error={errors['file']}
        />
        <SelectField
          id="encoding"
          name="encoding"
          label={text.encoding}
          hint={text.encodingHint}
          options={Object.entries(text.encodings).map(([value, label]) => ({ value, label }))}
        />
        <TextAreaField
          id="pasted"
          name="pasted"
          label={text.pasted}
          defaultValue={entries['pasted'] ?? ''}
          error={errors['pasted']}
          rows={8}
          dir="auto"
          spellCheck={false}
          autoComplete="off"
        />
        <div>
          <Button type="submit" label={text.preview} />
        </div>
      </form>
    </>
  );
}

/** The page of an import: choosing a table, and then what would become of its rows. */
export function ImportScreen({ step }: { readonly step: ImportStep }) {
  return (
    <div className={`wrap ${form.screen}`}>
      <DeskTitle title={text.title} back={{ href: '/desk/clients', label: list.title }} />
      {step.step === 'choose' ? <Choose refused={step.refused} /> : <ImportPreview shown={step} />}
    </div>
  );
}

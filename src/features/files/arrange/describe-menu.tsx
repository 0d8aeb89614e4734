import words from '#content/file-lists.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import table from '#src/workspace/desk-table.module.css';
import { fileLabelOf, fileNameOf } from '../file-name.tsx';
import type { ProjectFile } from '../list-project-files.ts';
import { downloadNameOf } from '../recording-versions.ts';
import { fileGroups } from '../store/file.table.ts';

const { describe: texts, order, formats: formatTexts } = words;

/** Renders buttons that post the id of a file, and nothing else of the form around them. */
function OrderButtons({ named }: { readonly named: (template: string) => string }) {
  const acts = [
    ['move-up', order.up, order.upName],
    ['move-down', order.down, order.downName],
    ['order-by-name', order.byName, order.byNameName],
  ] as const;
  return acts.map(([action, label, name]) => (
    <Button
      key={action}
      type="submit"
      formAction={`?do=${action}`}
      formNoValidate
      label={label}
      aria-label={named(name)}
      variant="secondary"
      size="small"
    />
  ));
}

/** Renders the form that renames and describes a file, moves it in the list, and separates its formats. */
export function DescribeMenu({
  file,
  formats,
  isOrderable,
  refused,
}: {
  readonly file: ProjectFile;
  readonly formats: readonly ProjectFile[];
  /** True for the row that stands for its recording. */
  readonly isOrderable: boolean;
  /** The refused form, if there is one. */
  readonly refused: RefusedAction | null;
}) {
  const named = (template: string) => fill(template, { file: fileLabelOf(file) });
  const own = refused?.entries['fileId'] === file.id ? refused : null;
  const values = own?.entries ?? { name: file.name, note: file.note, group: file.group ?? '' };
  return (
    <details id={`describe-${file.id}`} className={table.sure} open={own !== null}>
      <summary aria-label={named(texts.editName)}>{texts.edit}</summary>
      <form
        className={table.form}
        method="post"
        action="?do=describe-file"
        aria-label={named(texts.editName)}
        data-describe-form
      >
        <input type="hidden" name="fileId" value={file.id} />
        <TextField
          id={`name-of-${file.id}`}
          name="name"
          label={texts.name}
          defaultValue={values['name']}
          error={own?.errors['name']}
          hint={
            file.originalName === null
              ? undefined
              : fill(texts.uploadedAs, { file: fileNameOf(file.originalName) })
          }
        />
        <TextAreaField
          id={`note-of-${file.id}`}
          name="note"
          label={texts.note}
          rows={2}
          defaultValue={values['note']}
          error={own?.errors['note']}
          hint={texts.noteHint}
        />
        <SelectField
          id={`group-of-${file.id}`}
          name="group"
          label={texts.group}
          defaultValue={values['group'] ?? ''}
          error={own?.errors['group']}
          options={[
            { value: '', label: words.label.auto },
            ...fileGroups.map((value) => ({ value, label: words.groups[value] })),
          ]}
        />
        <div className={table.acts}>
          <Button type="submit" label={texts.save} aria-label={named(texts.saveName)} size="small" />
          {isOrderable && <OrderButtons named={named} />}
        </div>
      </form>
      {formats
        .filter(({ approvedAt }) => approvedAt === null)
        .map((format) => (
          <form key={format.id} method="post" action="?do=split-format">
            <input type="hidden" name="fileId" value={format.id} />
            <Button
              type="submit"
              label={formatTexts.split}
              aria-label={fill(formatTexts.splitName, { file: fileNameOf(downloadNameOf(format)) })}
              variant="secondary"
              size="small"
            />{' '}
            <span className="small dim">{fileNameOf(downloadNameOf(format))}</span>
          </form>
        ))}
    </details>
  );
}

/** Asks which measured files are other formats of the same recording. Renders nothing if none are proposed. */
export function FormatProposals({
  files,
  className,
}: {
  readonly files: readonly ProjectFile[];
  readonly className: string | undefined;
}) {
  const byId = new Map(files.map((file) => [file.id, file]));
  const proposed = files
    .flatMap((file) => {
      const main = byId.get(file.formatProposedFor ?? '');
      return main ? [{ file, main }] : [];
    })
    // A form has at most 64 fields.
    .slice(0, 50);
  if (proposed.length === 0) return null;
  return (
    <form className={className} method="post" action="?do=answer-formats" aria-labelledby="format-proposals">
      <h3 id="format-proposals">{formatTexts.title}</h3>
      <p className="small">{formatTexts.text}</p>
      {proposed.map(({ file, main }) => (
        <SelectField
          key={file.id}
          id={`format-${file.id}`}
          name={`format-${file.id}`}
          label={fill(formatTexts.question, { file: fileNameOf(downloadNameOf(file)) })}
          options={[
            { value: main.id, label: fill(formatTexts.yes, { recording: fileNameOf(downloadNameOf(main)) }) },
            { value: 'own', label: formatTexts.no },
          ]}
        />
      ))}
      <div>
        <Button type="submit" label={formatTexts.save} size="small" />
      </div>
    </form>
  );
}

import type { ImportField, VideoImport } from '@kinora/contract'
import { importFields, playbackPolicies, repeatChoices } from '@kinora/contract/library'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { Select } from '../../../ui/select'
import { ProfileSelect } from '../encoding-profiles/profile-select'
import type { ImportSettings } from './queries'

interface ColumnMapProps {
  readonly videoImport: VideoImport
  readonly onChange: (change: Partial<ImportSettings>) => void
}

const nowhere = 'none'

/** Selects the column of each field, and defaults for empty cells. */
export function ColumnMap({ videoImport, onChange }: ColumnMapProps) {
  const t = useText()
  const { mapping, playbackPolicy, repeats, isTest } = videoImport
  return (
    <div className="grid gap-4 pt-4 sm:grid-cols-2 lg:grid-cols-4">
      {importFields.map((field) => (
        <FieldColumn
          key={field}
          field={field}
          videoImport={videoImport}
          onChange={(column) => onChange({ mapping: { ...mapping, [field]: column } })}
        />
      ))}
      <Select
        label={t('library:import.usualPolicy')}
        value={playbackPolicy}
        onChange={(policy) => onChange({ playbackPolicy: policy })}
        options={playbackPolicies.map((id) => ({ id, label: t(`library:policies.${id}`) }))}
        help={t('library:import.usualPolicyHelp')}
      />
      <Select
        label={t('library:import.repeats')}
        value={repeats}
        onChange={(choice) => onChange({ repeats: choice })}
        options={repeatChoices.map((id) => ({ id, label: t(`library:import.repeatChoices.${id}`) }))}
        help={t('library:import.repeatsHelp')}
      />
      <ProfileSelect
        value={videoImport.encodingProfileId}
        onChange={(id) => onChange({ encodingProfileId: id })}
      />
      <span className="sm:col-span-full">
        <Checkbox checked={isTest} onChange={(on) => onChange({ isTest: on })}>
          {t('library:test.wishAll')}
        </Checkbox>
      </span>
    </div>
  )
}

interface FieldColumnProps {
  readonly field: ImportField
  readonly videoImport: VideoImport
  readonly onChange: (column: number | null) => void
}

function FieldColumn({ field, videoImport: { columns, mapping }, onChange }: FieldColumnProps) {
  const t = useText()
  const chosen = mapping[field]
  const example = chosen === null ? undefined : columns[chosen]?.examples[0]
  const nameOf = (name: string, n: number) =>
    name === '' ? t('library:import.columnNumber', { number: n + 1 }) : isolate(name)
  return (
    <Select
      label={t(`library:import.fields.${field}`)}
      value={chosen === null ? nowhere : String(chosen)}
      onChange={(id) => onChange(id === nowhere ? null : Number(id))}
      options={[
        { id: nowhere, label: t('library:import.noColumn') },
        ...columns.map(({ name }, n) => ({ id: String(n), label: nameOf(name, n) })),
      ]}
      {...(field === 'url' && chosen === null && { error: t('messages.urlRequired') })}
      {...(example !== undefined && { help: t('library:import.example', { value: isolate(example) }) })}
    />
  )
}

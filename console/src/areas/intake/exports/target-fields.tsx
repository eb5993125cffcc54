import type { CloudExport, ExportKind } from '@kinora/contract'
import { exportKinds, isFolderPath, watchLimits } from '@kinora/contract/intake/values'
import { useId } from 'react'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { FieldNote } from '../../../ui/field-note'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { kindNames } from '../accounts/kind-names'

/** The files of an export, and their place. */
export interface Target {
  readonly accountId: string
  readonly path: string
  readonly files: readonly ExportKind[]
}

export type TargetFaults = Partial<Record<'path' | 'files', string>>

interface TargetFieldsProps {
  readonly accounts: readonly CloudExport['account'][]
  readonly value: Target
  readonly faults: TargetFaults
  readonly onChange: (change: Partial<Target>) => void
}

/** The fields for an account, a folder in it, and the files of a video. */
export function TargetFields({ accounts, value, faults, onChange }: TargetFieldsProps) {
  const t = useText()
  const faultId = useId()
  const { accountId, path, files } = value
  const choose = (kind: ExportKind, isChosen: boolean) =>
    onChange({ files: exportKinds.filter((each) => (each === kind ? isChosen : files.includes(each))) })
  return (
    <>
      <Select
        label={t('intake:exports.fields.account')}
        value={accountId}
        onChange={(id) => onChange({ accountId: id })}
        options={accounts.map(({ id, name, kind }) => ({ id, label: `${name} (${kindNames[kind]})` }))}
      />
      <TextField
        optional
        ltr
        label={t('intake:exports.fields.path')}
        value={path}
        maxLength={watchLimits.pathLength}
        onChange={(next) => onChange({ path: next })}
        help={t('intake:exports.fields.pathHelp')}
        error={faults.path}
      />
      <fieldset className="flex min-w-0 flex-col items-start gap-3" aria-describedby={faultId}>
        <legend className="mb-2 text-13 font-mid text-ink">{t('intake:exports.fields.files')}</legend>
        {exportKinds.map((kind) => (
          <Checkbox key={kind} checked={files.includes(kind)} onChange={(isChosen) => choose(kind, isChosen)}>
            {t(`intake:exports.files.${kind}`)}
          </Checkbox>
        ))}
        <FieldNote id={faultId} error={faults.files} />
      </fieldset>
    </>
  )
}

/** The faults of the fields. */
export function targetFaults(t: ReturnType<typeof useText>, { path, files }: Target): TargetFaults {
  return {
    ...(!isFolderPath(path) && { path: t('messages.folderPath') }),
    ...(files.length === 0 && { files: t('intake:exports.noneChosen') }),
  }
}

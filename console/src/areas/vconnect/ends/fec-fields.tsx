import { type FecMode, fecModes } from '@kinora/contract/vconnect/values'
import type { FieldProps } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { NumberField } from './end-fields'

interface FecFieldProps {
  readonly fec: FieldProps<FecMode | undefined>
}

/** Chooses the forward error correction of RTP. */
export function FecField({ fec }: FecFieldProps) {
  const t = useText()
  return (
    <Select
      label={t('vconnect:form.fec')}
      value={fec.value ?? 'none'}
      onChange={fec.onChange}
      options={fecModes.map((id) => ({ id, label: t(`vconnect:form.fecModes.${id}`) }))}
      help={t('vconnect:form.fecHelp')}
      error={fec.error}
    />
  )
}

interface FecMatrixProps {
  readonly columns: FieldProps<number | undefined>
  readonly rows: FieldProps<number | undefined>
}

/** The matrix of a destination. */
export function FecMatrix({ columns, rows }: FecMatrixProps) {
  const t = useText()
  return (
    <div className="grid grid-cols-2 gap-4">
      <NumberField field={columns} label={t('vconnect:form.fecColumns')} />
      <NumberField field={rows} label={t('vconnect:form.fecRows')} />
    </div>
  )
}

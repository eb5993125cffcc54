import type { VconnectInput } from '@kinora/contract'
import { type ReturnRule, returnRules, vconnectLimits } from '@kinora/contract/vconnect/values'
import { useQuery } from '@tanstack/react-query'
import type { FieldProps } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { useWorkspace } from '../../identity'
import { bayQuery } from '../queries'
import { NumberField } from './end-fields'

interface BackupFieldsProps {
  /** Null for a new one. */
  readonly input: VconnectInput | null
  readonly backup: FieldProps<string | null | undefined>
  readonly hold: FieldProps<number | undefined>
  readonly returns: FieldProps<ReturnRule | undefined>
  readonly returnAfter: FieldProps<number | undefined>
}

const none = 'none'

/** Chooses the input that stands in for this one, and when. */
export function BackupFields({ input, backup, hold, returns, returnAfter }: BackupFieldsProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { data: bay } = useQuery(bayQuery(environment.id))
  const inputs = bay?.inputs ?? []
  // A backup has no backup of its own.
  if (input !== null && inputs.some((each) => each.backup?.id === input.id)) return null
  const free = inputs.filter((each) => each.id !== input?.id && each.backup === null)
  if (free.length === 0) return null
  return (
    <>
      <Select
        label={t('vconnect:form.backup')}
        value={backup.value ?? none}
        onChange={(id) => {
          backup.onChange(id === none ? null : id)
          if (id !== none) return
          // Fields that nobody sees never stop the form.
          hold.onChange(vconnectLimits.holdMs)
          returnAfter.onChange(vconnectLimits.returnAfterS)
        }}
        options={[
          { id: none, label: t('vconnect:form.noBackup') },
          ...free.map(({ id, name }) => ({ id, label: name })),
        ]}
        help={t('vconnect:form.backupHelp')}
        error={backup.error}
      />
      {backup.value && (
        <>
          <NumberField field={hold} label={t('vconnect:form.hold')} />
          <Select
            label={t('vconnect:form.returns')}
            value={returns.value ?? 'after-hold'}
            onChange={(rule) => {
              returns.onChange(rule)
              if (rule !== 'after-hold') returnAfter.onChange(vconnectLimits.returnAfterS)
            }}
            options={returnRules.map((id) => ({ id, label: t(`vconnect:form.returnRules.${id}`) }))}
          />
          {returns.value === 'after-hold' && (
            <NumberField field={returnAfter} label={t('vconnect:form.returnAfter')} />
          )}
        </>
      )}
    </>
  )
}

import type { MetadataEntry } from '@kinora/contract'
import { metadataTypes } from '@kinora/contract/library'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { useText } from '../../../lib/i18n'
import { DateField } from '../../../ui/date-field'
import { IconButton } from '../../../ui/icon-button'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'

interface EntryRowProps {
  readonly entry: MetadataEntry
  readonly keyError: string | undefined
  readonly valueError: string | undefined
  readonly onChange: (entry: MetadataEntry) => void
  readonly onRemove: () => void
}

export function EntryRow({ entry, keyError, valueError, onChange, onRemove }: EntryRowProps) {
  const t = useText()
  const { key, value, type } = entry
  const choices = (['true', 'false'] as const).map((id) => ({ id, label: t(`library:metadata.${id}`) }))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_128px_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_128px_minmax(0,1.4fr)_auto]">
      <TextField
        label={t('library:metadata.key')}
        value={key}
        error={keyError}
        maxLength={100}
        onChange={(next) => onChange({ ...entry, key: next })}
      />
      <Select
        label={t('library:metadata.type')}
        options={metadataTypes.map((id) => ({ id, label: t(`library:metadata.types.${id}`) }))}
        value={type}
        onChange={(next) => onChange({ ...entry, type: next, value: next === 'boolean' ? 'true' : value })}
      />
      <div className="max-sm:order-last max-sm:col-span-full">
        {type === 'boolean' ? (
          <Select
            label={t('library:metadata.value')}
            options={choices}
            value={value === 'false' ? 'false' : 'true'}
            onChange={(next) => onChange({ ...entry, value: next })}
          />
        ) : type === 'date' ? (
          <DateField
            label={t('library:metadata.value')}
            value={value}
            error={valueError}
            onChange={(next) => onChange({ ...entry, value: next })}
          />
        ) : (
          <TextField
            label={t('library:metadata.value')}
            value={value}
            error={valueError}
            maxLength={1000}
            type={type === 'url' ? 'url' : 'text'}
            ltr={type === 'url' || type === 'number'}
            onChange={(next) => onChange({ ...entry, value: next })}
          />
        )}
      </div>
      <div className="pt-6">
        <IconButton
          label={t('library:metadata.remove', { key: key || t('library:metadata.key') })}
          onPress={onRemove}
        >
          <X size={16} />
        </IconButton>
      </div>
    </li>
  )
}

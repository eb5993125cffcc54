import { type ContentStatus, contentStatuses } from '@kinora/contract/library'
import { useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { Checkbox } from '../../../../ui/checkbox'
import { FilterChip } from '../../../../ui/filter-chip'

interface StatusFilterProps {
  readonly value: readonly ContentStatus[]
  readonly onChange: (value: ContentStatus[]) => void
}

export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const t = useText()
  const format = useFormat()
  const words = value.map((status) => t(`library:filter.${status}`))
  return (
    <FilterChip
      name={t('library:columns.status')}
      value={words.length > 0 ? format.list(words) : undefined}
      onClear={() => onChange([])}
    >
      <div className="flex flex-col gap-3 p-3">
        {contentStatuses.map((status) => (
          <Checkbox
            key={status}
            checked={value.includes(status)}
            onChange={(on) =>
              onChange(contentStatuses.filter((one) => (one === status ? on : value.includes(one))))
            }
          >
            {t(`library:filter.${status}`)}
          </Checkbox>
        ))}
      </div>
    </FilterChip>
  )
}

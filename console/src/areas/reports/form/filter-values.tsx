import type { Dimension } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { SearchField } from '../../../ui/search-field'
import { Skeleton } from '../../../ui/skeleton'
import { usePlace, valuesQuery } from '../queries'
import { useValueName } from './use-value-name'

const MOST = 50

interface FilterValuesProps {
  readonly dimension: Dimension
  readonly value: readonly string[]
  readonly onChange: (values: string[]) => void
}

/** The values of a dimension with their views. */
export function FilterValues({ dimension, value, onChange }: FilterValuesProps) {
  const t = useText()
  const format = useFormat()
  const nameOf = useValueName()
  const place = usePlace()
  const [phrase, setPhrase] = useState('')
  const [typed, setTyped] = useDebouncedInput(phrase, setPhrase)
  const values = useQuery(valuesQuery(place, dimension, phrase))
  const found = values.data ?? []
  // Chosen values that nobody viewed lately can be removed too.
  const lost = value.filter((one) => !found.some((each) => each.value === one))
  const rows = [...lost.map((one) => ({ value: one, views: 0, name: undefined })), ...found.slice(0, MOST)]
  return (
    <div className="flex w-72 flex-col gap-3 p-3">
      <SearchField label={t('reports:form.findValue')} value={typed} onChange={setTyped} />
      {values.isError ? (
        <p className="text-13 text-ink-2">{t('reports:form.valuesFailed')}</p>
      ) : values.data === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : rows.length === 0 ? (
        <p className="text-13 text-ink-3">{t('reports:form.noValues')}</p>
      ) : (
        <ul className="flex max-h-72 flex-col gap-3 overflow-y-auto">
          {rows.map(({ value: one, name, views }) => (
            <li key={one} className="flex items-baseline justify-between gap-3 text-13">
              <Checkbox
                checked={value.includes(one)}
                disabled={!value.includes(one) && value.length >= MOST}
                onChange={(on) => onChange(on ? [...value, one] : value.filter((each) => each !== one))}
              >
                <bdi className="wrap-anywhere">{nameOf(dimension, one, name)}</bdi>
              </Checkbox>
              <span className="tabular text-ink-3">{format.number(views)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

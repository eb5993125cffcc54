import type { Dimension } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { SearchField } from '../../../ui/search-field'
import { Skeleton } from '../../../ui/skeleton'
import { valuesQuery } from '../queries'
import { useCounted } from '../use-counted'
import { usePartName } from '../use-part-name'
import { useChangeView } from '../view'

const MOST = 50

/** The values of a dimension with their views. */
export function ValueList({ dimension }: { readonly dimension: Dimension }) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePartName()
  const counted = useCounted()
  const change = useChangeView()
  const [phrase, setPhrase] = useState('')
  const [typed, setTyped] = useDebouncedInput(phrase, setPhrase)
  const values = useQuery(valuesQuery(counted, dimension, phrase))
  const { filters } = counted
  const chosen = filters[dimension] ?? []
  const choose = (value: string, on: boolean) => {
    const next = on ? [...chosen, value] : chosen.filter((one) => one !== value)
    change({ filters: { ...filters, [dimension]: next } })
  }
  return (
    <div className="flex w-72 flex-col gap-3 p-3">
      <SearchField label={t('analytics:findValue')} value={typed} onChange={setTyped} />
      {values.data ? (
        values.data.length === 0 ? (
          <p className="text-13 text-ink-3">{t('ui:noResults')}</p>
        ) : (
          <ul className="flex max-h-72 flex-col gap-3 overflow-y-auto">
            {values.data.slice(0, MOST).map(({ value, name, views }) => (
              <li key={value} className="flex items-baseline justify-between gap-3 text-13">
                <Checkbox
                  checked={chosen.includes(value)}
                  disabled={!chosen.includes(value) && chosen.length >= MOST}
                  onChange={(on) => choose(value, on)}
                >
                  <bdi className="wrap-anywhere">{nameOf(dimension, value, name)}</bdi>
                </Checkbox>
                <span className="tabular text-ink-3">{format.number(views)}</span>
              </li>
            ))}
          </ul>
        )
      ) : values.isError ? (
        <p className="text-13 text-ink-2">{t('analytics:failed')}</p>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </div>
  )
}

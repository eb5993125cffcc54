import { lazy } from 'react'
import { FilterChip } from './filter-chip'

interface OneFilterProps<Id extends string> {
  readonly name: string
  readonly options: readonly { readonly id: Id; readonly label: string }[]
  readonly value: Id | undefined
  readonly onChange: (value: Id | undefined) => void
}

const loadList = () => import('./one-filter-list')
const OneFilterList = lazy(async () => ({ default: (await loadList()).OneFilterList }))

/** A filter that accepts one value. The code of its list loads when the user is about to open it. */
export function OneFilter<Id extends string>({ name, options, value, onChange }: OneFilterProps<Id>) {
  return (
    <FilterChip
      name={name}
      value={options.find(({ id }) => id === value)?.label}
      onClear={() => onChange(undefined)}
      onIntent={() => void loadList()}
    >
      {(close) => (
        <OneFilterList
          name={name}
          options={options}
          value={value}
          onChange={(chosen) => {
            onChange(options.find(({ id }) => id === chosen)?.id)
            close()
          }}
        />
      )}
    </FilterChip>
  )
}

import { useFormat } from '../lib/format'
import { ChoiceList } from './choice-list'
import { FilterChip } from './filter-chip'

interface ChoiceFilterProps<Id extends string> {
  readonly name: string
  readonly options: readonly { readonly id: Id; readonly label: string }[]
  readonly value: readonly Id[]
  readonly onChange: (value: Id[]) => void
}

/** A filter that accepts several values. */
export function ChoiceFilter<Id extends string>({ name, options, value, onChange }: ChoiceFilterProps<Id>) {
  const format = useFormat()
  const chosen = options.filter(({ id }) => value.includes(id))
  return (
    <FilterChip
      name={name}
      value={chosen.length > 0 ? format.list(chosen.map(({ label }) => label)) : undefined}
      onClear={() => onChange([])}
    >
      <ChoiceList options={options} value={value} onChange={onChange} />
    </FilterChip>
  )
}

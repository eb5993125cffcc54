import { useFormat } from '../lib/format'
import { Checkbox } from './checkbox'
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
  const set = (id: Id, on: boolean) =>
    onChange(options.map((one) => one.id).filter((one) => (one === id ? on : value.includes(one))))
  return (
    <FilterChip
      name={name}
      value={chosen.length > 0 ? format.list(chosen.map(({ label }) => label)) : undefined}
      onClear={() => onChange([])}
    >
      <div className="flex max-h-80 flex-col gap-3 overflow-y-auto p-3">
        {options.map(({ id, label }) => (
          <Checkbox key={id} checked={value.includes(id)} onChange={(on) => set(id, on)}>
            {label}
          </Checkbox>
        ))}
      </div>
    </FilterChip>
  )
}

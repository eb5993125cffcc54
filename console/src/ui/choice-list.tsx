import { Checkbox } from './checkbox'

interface ChoiceListProps<Id extends string> {
  readonly options: readonly { readonly id: Id; readonly label: string }[]
  readonly value: readonly Id[]
  readonly onChange: (value: Id[]) => void
}

/** The values of an open filter that accepts several. */
export function ChoiceList<Id extends string>({ options, value, onChange }: ChoiceListProps<Id>) {
  const set = (id: Id, on: boolean) =>
    onChange(options.map((one) => one.id).filter((one) => (one === id ? on : value.includes(one))))
  return (
    <div className="flex max-h-80 flex-col gap-3 overflow-y-auto p-3">
      {options.map(({ id, label }) => (
        <Checkbox key={id} checked={value.includes(id)} onChange={(on) => set(id, on)}>
          {label}
        </Checkbox>
      ))}
    </div>
  )
}

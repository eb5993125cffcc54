import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { FilterChip } from './filter-chip'
import { menuRowLook } from './menu-look'

interface OneFilterProps<Id extends string> {
  readonly name: string
  readonly options: readonly { readonly id: Id; readonly label: string }[]
  readonly value: Id | undefined
  readonly onChange: (value: Id | undefined) => void
}

/** A filter that accepts one value. */
export function OneFilter<Id extends string>({ name, options, value, onChange }: OneFilterProps<Id>) {
  return (
    <FilterChip
      name={name}
      value={options.find(({ id }) => id === value)?.label}
      onClear={() => onChange(undefined)}
    >
      {(close) => (
        <ListBox
          aria-label={name}
          selectionMode="single"
          selectedKeys={value === undefined ? [] : [value]}
          onSelectionChange={(keys) => {
            onChange(options.find(({ id }) => keys !== 'all' && keys.has(id))?.id)
            close()
          }}
          autoFocus
          className="p-1.5 outline-none"
        >
          {options.map(({ id, label }) => (
            <ListBoxItem key={id} id={id} textValue={label} className={menuRowLook}>
              {({ isSelected }) => (
                <>
                  <span className="min-w-0 flex-1">{label}</span>
                  {isSelected && <Check size={14} weight="bold" className="shrink-0" aria-hidden />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      )}
    </FilterChip>
  )
}

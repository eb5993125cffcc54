import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { menuRowLook } from './menu-look'

interface OneFilterListProps {
  readonly name: string
  readonly options: readonly { readonly id: string; readonly label: string }[]
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** The values of an open filter. */
export function OneFilterList({ name, options, value, onChange }: OneFilterListProps) {
  return (
    <ListBox
      aria-label={name}
      selectionMode="single"
      selectedKeys={value === undefined ? [] : [value]}
      onSelectionChange={(keys) => onChange(options.find(({ id }) => keys !== 'all' && keys.has(id))?.id)}
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
  )
}

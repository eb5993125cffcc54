import { useDebouncedInput } from '../lib/hooks/use-debounced-input'
import { SearchField } from './search-field'

interface ListSearchProps {
  /** The accessible name and the placeholder. */
  readonly label: string
  /** The phrase in the address. */
  readonly phrase: string
  readonly onChange: (phrase: string) => void
  /** Called on the down arrow: moves to the results. */
  readonly onDown?: () => void
  readonly className?: string
}

/** The search field of a list. It reports after a pause in typing. */
export function ListSearch(props: ListSearchProps) {
  const { label, phrase, onChange, onDown, className = 'w-65 max-sm:w-full' } = props
  const [typed, setTyped] = useDebouncedInput(phrase, onChange)
  return (
    <SearchField
      slash
      label={label}
      value={typed}
      onChange={setTyped}
      {...(onDown && { onDown })}
      className={className}
    />
  )
}

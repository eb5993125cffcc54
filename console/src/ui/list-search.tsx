import { useDebouncedInput } from '../lib/hooks/use-debounced-input'
import { SearchField } from './search-field'

interface ListSearchProps {
  /** The accessible name and the placeholder. */
  readonly label: string
  /** The phrase in the address. */
  readonly phrase: string
  readonly onChange: (phrase: string) => void
  readonly className?: string
}

/** The search field of a list. It reports after a pause in typing. */
export function ListSearch({ label, phrase, onChange, className = 'w-65 max-sm:w-full' }: ListSearchProps) {
  const [typed, setTyped] = useDebouncedInput(phrase, onChange)
  return <SearchField slash label={label} value={typed} onChange={setTyped} className={className} />
}

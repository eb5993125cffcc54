import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import type { ReactNode } from 'react'
import { Button } from './button'
import { State } from './state'

interface NothingFoundProps {
  readonly title: string
  /** The label of the button that shows the whole list again. */
  readonly clear: string
  readonly onClear: () => void
  /** The reach of the search. */
  readonly children: ReactNode
}

/** Replaces a list in which a search or filter finds nothing. */
export function NothingFound({ title, clear, onClear, children }: NothingFoundProps) {
  return (
    <div className="pt-8">
      <State
        icon={<MagnifyingGlass size={20} />}
        title={title}
        actions={<Button onPress={onClear}>{clear}</Button>}
      >
        {children}
      </State>
    </div>
  )
}

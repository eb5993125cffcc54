import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { BareButton } from './bare-button'
import { cx } from './cx'
import { menuRowLook } from './menu-look'

/** Prompts that can replace the row. */
export type RowQuestion = 'rename' | 'delete'

interface NamedRowProps {
  readonly id: string
  readonly name: string
  /** Below the name. */
  readonly note?: string | undefined
  readonly icon?: ReactNode
  /** The label of the mark of what the screen shows now. Null for others. */
  readonly shown: string | null
  readonly onOpen: () => void
  readonly menu: (onAsk: (question: RowQuestion) => void) => ReactNode
  readonly question: (question: RowQuestion, onClose: () => void) => ReactNode
}

/** Truncated at its end, aligned with other rows at its start. */
const nameLook = 'cut max-w-full'

/** A row of a `NamedList` with its menu; questions replace the row. */
export function NamedRow({ id, name, note, icon, shown, onOpen, menu, question }: NamedRowProps) {
  const [asked, setAsked] = useState<RowQuestion>()
  const row = useRef<HTMLLIElement>(null)
  const back = () => {
    flushSync(() => setAsked(undefined))
    row.current?.querySelector('button')?.focus()
  }
  return (
    <li ref={row} data-named={id} className="group/row flex items-center gap-1">
      {asked !== undefined ? (
        question(asked, back)
      ) : (
        <>
          <BareButton
            className={cx(menuRowLook, 'min-w-0 flex-1 text-start hover:bg-hover')}
            onPress={onOpen}
          >
            <span className="flex min-w-0 flex-1 flex-col items-start">
              <bdi className={nameLook}>{name}</bdi>
              {note !== undefined && <bdi className={cx(nameLook, 'text-12 text-ink-3')}>{note}</bdi>}
            </span>
            {icon}
            {shown !== null && <Check size={14} weight="bold" className="shrink-0" aria-label={shown} />}
          </BareButton>
          {menu(setAsked)}
        </>
      )}
    </li>
  )
}

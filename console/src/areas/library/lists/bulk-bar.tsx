import { X } from '@phosphor-icons/react/dist/csr/X'
import { type ReactNode, useEffect } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'

export interface BulkAction {
  readonly label: string
  readonly icon: ReactNode
  readonly run: () => void
}

interface BulkBarProps {
  /** "3 videos". */
  readonly sum: string
  readonly bytes: number
  readonly actions: readonly BulkAction[]
  readonly onClear: () => void
}

const keyLook =
  'inline-flex h-8 shrink-0 items-center gap-2 whitespace-nowrap rounded-2 px-2.5 font-button hover:bg-paper/12 pointer-coarse:h-11'

/** The actions on the selected rows. Escape clears the selection. */
export function BulkBar({ sum, bytes, actions, onClear }: BulkBarProps) {
  const t = useText()
  const format = useFormat()
  useEscape(onClear)
  return (
    <div className="pointer-events-none fixed start-14 end-0 bottom-[calc(var(--tray-height,0px)+16px)] z-10 flex justify-center lg:start-(--w-side)">
      <section
        aria-label={t('library:bulk.label')}
        className="pointer-events-auto flex h-12 max-w-full animate-rise items-center gap-1 overflow-x-auto rounded-full bg-ink ps-5 pe-2 text-13 text-paper shadow-lift-3"
      >
        <span role="status" className="tabular me-3 shrink-0 whitespace-nowrap">
          <strong className="font-head">{sum}</strong>
          {bytes > 0 && <span className="ms-2 opacity-75">{format.bytes(bytes)}</span>}
        </span>
        {actions.map(({ label, icon, run }) => (
          <button key={label} type="button" onClick={run} className={keyLook}>
            {icon}
            {label}
          </button>
        ))}
        <button type="button" aria-label={t('library:bulk.clear')} onClick={onClear} className={keyLook}>
          <X size={14} weight="bold" />
        </button>
      </section>
    </div>
  )
}

function useEscape(run: () => void): void {
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const over = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')
      if (event.key === 'Escape' && !event.defaultPrevented && !over) run()
    }
    addEventListener('keydown', heard)
    return () => removeEventListener('keydown', heard)
  }, [run])
}

import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { CaretUp } from '@phosphor-icons/react/dist/csr/CaretUp'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../lib/i18n'
import { cx } from './cx'
import { IconButton } from './icon-button'
import type { Steps } from './steps'

interface DrawerProps {
  readonly title: string
  /** Replaces the plain title. */
  readonly heading?: ReactNode
  readonly onClose: () => void
  readonly steps?: Steps
  /** Before the close button. */
  readonly actions?: ReactNode
  readonly foot?: ReactNode
  /** Shows the drawer as a column of the page in wide windows, not at the end of the window. The page sets its width. */
  readonly column?: boolean
  readonly children: ReactNode
}

/**
 * A panel beside its list, which makes room from 1280 px on; over the list in narrower windows, full screen on a phone.
 * Escape closes it, the up and down keys open the previous and next row.
 */
export function Drawer(props: DrawerProps) {
  const { title, heading, onClose, steps, actions, foot, column = false, children } = props
  const t = useText()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) returnFocus(opener)
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    const step = isReading(event) ? undefined : stepOf(event.key, steps)
    if (!step) return
    event.preventDefault()
    step()
  }
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      data-drawer={column ? undefined : ''}
      onKeyDown={onKeyDown}
      className={cx(
        'z-30 flex w-(--w-drawer) max-w-full animate-fade flex-col border-s border-rule-2 outline-none',
        'max-lg:fixed max-lg:inset-y-0 max-lg:end-0 max-lg:bg-panel max-lg:shadow-lift-2 max-sm:w-full max-sm:animate-sheet',
        column
          ? 'lg:sticky lg:top-4 lg:max-h-[calc(100dvh-32px)] lg:w-full lg:self-start'
          : 'lg:absolute lg:inset-y-0 lg:end-0 lg:bg-panel lg:shadow-lift-2',
      )}
    >
      <header
        className={cx(
          'flex min-h-14 items-center gap-2 border-b border-rule px-6 max-sm:px-4',
          column && 'lg:min-h-(--h-control) lg:border-b-0 lg:pe-0',
        )}
      >
        <h2 className="min-w-0 flex-1 text-14 font-head wrap-anywhere">{heading ?? title}</h2>
        {steps && (
          <>
            <IconButton
              size="small"
              label={t('ui:previousRow')}
              disabled={steps.before === undefined}
              onPress={() => steps.before?.()}
            >
              <CaretUp size={16} />
            </IconButton>
            <IconButton
              size="small"
              label={t('ui:nextRow')}
              disabled={steps.after === undefined}
              onPress={() => steps.after?.()}
            >
              <CaretDown size={16} />
            </IconButton>
          </>
        )}
        {actions}
        <IconButton size="small" label={t('ui:close')} onPress={onClose} className="-me-2">
          <X size={16} />
        </IconButton>
      </header>
      <div
        className={cx(
          'min-h-0 flex-1 overflow-y-auto px-6 py-5 max-sm:px-4',
          column && 'lg:flex-initial lg:pe-0 lg:pt-2',
        )}
      >
        {children}
      </div>
      {foot !== undefined && (
        <footer
          className={cx(
            'flex flex-wrap gap-2 border-t border-rule px-6 py-3 max-sm:px-4 max-sm:pb-[max(12px,env(safe-area-inset-bottom))]',
            column && 'lg:border-t-0 lg:pt-0 lg:pe-0',
          )}
        >
          {foot}
        </footer>
      )}
    </aside>
  )
}

/** The row that was open last is in the tab order of its list. */
function returnFocus(opener: HTMLElement): void {
  const row = opener.closest('tbody')?.querySelector<HTMLElement>('tr[tabindex="0"]')
  const target = row ?? opener
  target.focus()
}

function stepOf(key: string, steps: Steps | undefined): (() => void) | undefined {
  if (key === 'ArrowUp') return steps?.before
  return key === 'ArrowDown' ? steps?.after : undefined
}

/** The arrow keys belong to code that scrolls, choices and dialogs above the drawer. */
function isReading({ target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true
  return target.closest('textarea, input, [role=radiogroup]') !== null
}

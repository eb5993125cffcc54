import { X } from '@phosphor-icons/react/dist/csr/X'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../lib/i18n'
import { IconButton } from './icon-button'

interface DrawerProps {
  readonly title: string
  /** Replaces the plain title. */
  readonly heading?: ReactNode
  readonly onClose: () => void
  /** Before the close button: next, previous, a link. */
  readonly actions?: ReactNode
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** A panel at the end of the window beside its list; full screen on a phone. Escape closes it. */
export function Drawer({ title, heading, onClose, actions, foot, children }: DrawerProps) {
  const t = useText()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      className="fixed inset-y-0 end-0 z-30 flex w-(--w-drawer) max-w-full animate-fade flex-col border-s border-rule-2 bg-panel shadow-lift-2 outline-none max-sm:w-full"
    >
      <header className="flex min-h-14 items-center gap-2 border-b border-rule px-6 max-sm:px-4">
        <h2 className="min-w-0 flex-1 text-14 font-head wrap-anywhere">{heading ?? title}</h2>
        {actions}
        <IconButton size="small" label={t('ui:close')} onPress={onClose} className="-me-2">
          <X size={16} />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 py-5 max-sm:px-4">{children}</div>
      {foot !== undefined && (
        <footer className="flex flex-wrap gap-2 border-t border-rule px-6 py-3 max-sm:px-4 max-sm:pb-[max(12px,env(safe-area-inset-bottom))]">
          {foot}
        </footer>
      )}
    </aside>
  )
}

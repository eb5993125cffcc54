import { CheckCircle } from '@phosphor-icons/react/dist/csr/CheckCircle'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { useSyncExternalStore } from 'react'
import { useText } from '../lib/i18n'
import { dismissToast, holdToast, type ShownToast, shownToasts, watchToasts } from './toast-store'

/** Renders the toasts and announces them. Mounted once, in the root. */
export function Toasts() {
  const t = useText()
  const toasts = useSyncExternalStore(watchToasts, shownToasts)
  return (
    <section
      aria-label={t('ui:notifications')}
      aria-live="polite"
      // Keeps toasts accessible while a dialog hides the rest of the page.
      data-react-aria-top-layer
      // Below the page's breadcrumbs and title, so that neither these nor the status are covered.
      className="pointer-events-none fixed inset-x-4 top-[86px] z-50 flex flex-col items-center gap-2"
    >
      {toasts.map((message) => (
        <Toast key={message.id} message={message} />
      ))}
    </section>
  )
}

function Toast({ message }: { readonly message: ShownToast }) {
  const t = useText()
  const { id, text, tone = 'plain', action } = message
  return (
    <div
      onPointerEnter={() => holdToast(id)}
      className="pointer-events-auto relative flex min-h-10 max-w-120 animate-rise items-center gap-2.5 rounded-3 bg-ink ps-3.5 pe-2 text-13 text-paper shadow-lift-3"
    >
      {tone === 'good' && <CheckCircle size={16} className="shrink-0" aria-hidden />}
      {tone === 'bad' && <WarningCircle size={16} className="shrink-0" aria-hidden />}
      <span className="py-2.5 wrap-anywhere">{text}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            action.run()
            dismissToast(id)
          }}
          className="relative z-1 h-7 shrink-0 rounded-2 px-2 font-button text-[color-mix(in_oklab,var(--paper),var(--focus)_45%)] hover:underline"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('ui:dismiss')}
        onClick={() => dismissToast(id)}
        className="grid size-7 shrink-0 place-items-center rounded-2 opacity-70 after:absolute after:inset-0 hover:opacity-100"
      >
        <X size={12} weight="bold" />
      </button>
    </div>
  )
}

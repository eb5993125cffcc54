import { X } from '@phosphor-icons/react/dist/csr/X'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useText } from '../lib/i18n'
import { modalMark } from '../lib/keys'
import { cx } from './cx'
import { IconButton } from './icon-button'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly children: ReactNode
  /** Buttons, the primary last. A submit button names its form. */
  readonly foot?: ReactNode
  /** Stays open on outside presses and Escape: its content is shown only once. */
  readonly keepOpen?: boolean
  /** Stays open on outside presses. */
  readonly staysBeside?: boolean
  readonly wide?: boolean
  /** For two columns: 920 px. */
  readonly widest?: boolean
  readonly role?: 'dialog' | 'alertdialog'
}

/** 480 px wide and centered (640 px if `wide`); a bottom sheet below 640 px. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onOpenChange, children, foot, wide, widest, role = 'dialog' } = props
  const { keepOpen = false, staysBeside = false } = props
  const t = useText()
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={!keepOpen && !staysBeside}
      isKeyboardDismissDisabled={keepOpen}
      className="fixed inset-0 z-40 grid place-items-center overflow-hidden bg-scrim p-4 data-entering:animate-fade max-sm:items-end max-sm:p-0"
    >
      <Modal
        {...modalMark}
        className={cx(
          'flex max-h-full w-full overflow-hidden rounded-4 bg-panel shadow-lift-3 data-entering:animate-rise',
          'max-sm:max-h-[92%] max-sm:rounded-b-none max-sm:data-entering:animate-sheet',
          widest ? 'sm:max-w-[920px]' : wide ? 'sm:max-w-[640px]' : 'sm:max-w-[480px]',
        )}
      >
        <AriaDialog role={role} className="flex min-h-0 w-full flex-col outline-none">
          {({ close }) => (
            <>
              <header className="flex items-start gap-3 px-6 pt-5 max-sm:px-4">
                <Heading slot="title" className="min-w-0 flex-1 text-16 font-head text-balance wrap-anywhere">
                  {title}
                </Heading>
                {!keepOpen && role === 'dialog' && (
                  <IconButton onPress={close} size="small" label={t('ui:close')} className="-me-2 -mt-0.5">
                    <X size={16} />
                  </IconButton>
                )}
              </header>
              <div className="min-h-0 overflow-y-auto px-6 pt-2 pb-6 text-13 text-ink-2 max-sm:px-4">
                {children}
              </div>
              {foot !== undefined && (
                <footer className="flex flex-wrap justify-end gap-2 border-t border-rule px-6 py-3 max-sm:px-4 max-sm:pb-[max(12px,env(safe-area-inset-bottom))] max-sm:*:flex-1">
                  {foot}
                </footer>
              )}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

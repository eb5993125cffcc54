import { type ReactNode, useState } from 'react'
import { useText } from '../lib/i18n'
import { Banner } from './banner'
import { Button } from './button'
import { Checkbox } from './checkbox'
import { Dialog } from './dialog'
import { LeaveGuard } from './leave-guard'

interface SecretDialogProps {
  readonly title: string
  readonly about: string
  /** Warning about the access that the secret gives. */
  readonly warning: string
  /** The secret and related values. */
  readonly children: ReactNode
  readonly onDone: () => void
}

/** Shows a secret once. Closes only when the user confirms that it is stored. */
export function SecretDialog({ title, about, warning, children, onDone }: SecretDialogProps) {
  const t = useText()
  const [stored, setStored] = useState(false)
  return (
    <Dialog
      keepOpen
      title={title}
      isOpen
      onOpenChange={() => undefined}
      foot={
        <>
          <span className="me-auto flex items-center">
            <Checkbox checked={stored} onChange={setStored}>
              <span className="text-ink">{t('ui:stored')}</span>
            </Checkbox>
          </span>
          <Button variant="primary" disabled={!stored} onPress={onDone}>
            {t('ui:done')}
          </Button>
        </>
      }
    >
      <p>{about}</p>
      <div className="flex flex-col gap-4 py-4">{children}</div>
      <Banner tone="warn">{warning}</Banner>
      <LeaveGuard active={!stored} about={t('ui:leaveSecret')} />
    </Dialog>
  )
}

import { type ReactNode, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Banner } from '../../../../ui/banner'
import { Button } from '../../../../ui/button'
import { Checkbox } from '../../../../ui/checkbox'
import { Dialog } from '../../../../ui/dialog'
import { LeaveGuard } from '../../../../ui/leave-guard'

interface SecretDialogProps {
  readonly title: string
  readonly about: string
  /** What whoever has it can do. */
  readonly warning: string
  /** The secret and what belongs to it. */
  readonly children: ReactNode
  readonly onDone: () => void
}

/** Shows what is shown once. It closes only when one says that it is stored. */
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
              <span className="text-ink">{t('identity:tokens.stored')}</span>
            </Checkbox>
          </span>
          <Button variant="primary" disabled={!stored} onPress={onDone}>
            {t('identity:tokens.done')}
          </Button>
        </>
      }
    >
      <p>{about}</p>
      <div className="flex flex-col gap-4 py-4">{children}</div>
      <Banner tone="warn">{warning}</Banner>
      <LeaveGuard active={!stored} about={t('identity:tokens.leaveAbout')} />
    </Dialog>
  )
}

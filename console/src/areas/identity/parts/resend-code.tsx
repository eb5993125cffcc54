import { useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { useSecondsUntil } from '../../../lib/use-seconds-until'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/toast-store'
import { nextSendingAt } from '../code-sending'

interface ResendCodeProps {
  readonly purpose: 'verify' | 'reset'
  readonly email: string
  /** Sends a code and notes when. */
  readonly send: { readonly mutate: (email: string, then?: { onSuccess: () => void }) => void }
}

/** The way to another code, once there was time for the last one. Where none is known to be on its way, one is sent. */
export function ResendCode({ purpose, email, send }: ResendCodeProps) {
  const t = useText()
  const format = useFormat()
  const [nextAt, setNextAt] = useState(() => nextSendingAt(purpose, email))
  const left = useSecondsUntil(nextAt)
  const { mutate } = send
  useEffect(() => {
    if (nextSendingAt(purpose, email) !== undefined) return
    mutate(email)
    setNextAt(nextSendingAt(purpose, email))
  }, [purpose, email, mutate])

  const again = () => {
    mutate(email, { onSuccess: () => toast({ text: t('identity:verify.sent'), tone: 'good' }) })
    setNextAt(nextSendingAt(purpose, email))
  }
  return (
    <p className="flex min-h-(--h-control-s) flex-wrap items-center gap-x-1.5">
      {t('identity:verify.nothing')}
      {left > 0 ? (
        <span className="tabular">{t('identity:verify.againIn', { time: format.duration(left) })}</span>
      ) : (
        <Button variant="link" size="small" onPress={again} className="px-1">
          {t('identity:verify.again')}
        </Button>
      )}
    </p>
  )
}

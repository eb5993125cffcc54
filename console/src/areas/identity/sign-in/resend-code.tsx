import { useEffect, useEffectEvent, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useSecondsUntil } from '../../../lib/hooks/use-seconds-until'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/toast-store'
import { type CodePurpose, clearCodeSent, nextCodeAt, recordCodeSent } from './sent-codes'

interface ResendCodeProps {
  readonly purpose: CodePurpose
  readonly email: string
  readonly send: {
    readonly mutate: (email: string, then: { onSuccess?: () => void; onError: () => void }) => void
  }
}

/** Requests another code after a pause. Sends one at once if none is known to be valid. */
export function ResendCode({ purpose, email, send }: ResendCodeProps) {
  const t = useText()
  const format = useFormat()
  const [nextAt, setNextAt] = useState(() => nextCodeAt(purpose, email))
  const left = useSecondsUntil(nextAt)
  const { mutate } = send
  const sendCode = (onSuccess?: () => void) => {
    recordCodeSent(purpose, email)
    setNextAt(nextCodeAt(purpose, email))
    mutate(email, {
      ...(onSuccess && { onSuccess }),
      onError: () => {
        clearCodeSent(purpose, email)
        setNextAt(undefined)
      },
    })
  }
  const sendFirstCode = useEffectEvent(() => sendCode())
  useEffect(() => {
    if (nextCodeAt(purpose, email) === undefined) sendFirstCode()
  }, [purpose, email])
  const again = () => sendCode(() => toast({ text: t('identity:verify.sent'), tone: 'good' }))
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

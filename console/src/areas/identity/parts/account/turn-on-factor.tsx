import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Problem } from '../../../../lib/problem'
import { problemText } from '../../../../lib/texts'
import { Button } from '../../../../ui/button'
import { CodeField } from '../../../../ui/code-field'
import { Dialog } from '../../../../ui/dialog'
import { Skeleton } from '../../../../ui/skeleton'
import { toast } from '../../../../ui/toast-store'
import { useBeginFactor, useConfirmFactor } from '../../queries-account'
import { FormProblem } from '../form-problem'
import { FactorSecret } from './factor-secret'
import { QrCode } from './qr-code'
import { RecoveryCodes } from './recovery-codes'

/** Joins an authenticator with the account: its secret, a code to show that it works, then the recovery codes. */
export function TurnOnFactor({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const begin = useBeginFactor()
  const confirm = useConfirmFactor()
  const [code, setCode] = useState('')
  const { mutate: ask } = begin
  const asked = useRef(false)
  useEffect(() => {
    // Each secret takes the place of the one before.
    if (asked.current) return
    asked.current = true
    ask()
  }, [ask])

  if (confirm.data) {
    const done = () => {
      toast({ text: t('identity:factor.turnedOn'), tone: 'good' })
      onClose()
    }
    return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={done} />
  }
  const wrong =
    confirm.error instanceof Problem && confirm.error.id === 'second-factor-wrong' ? confirm.error : undefined
  const send = (digits: string) => {
    if (begin.data && !confirm.isPending) confirm.mutate(digits, { onError: () => setCode('') })
  }
  return (
    <Dialog
      title={t('identity:factor.turnOnTitle')}
      isOpen
      onOpenChange={onClose}
      foot={
        <>
          <Button onPress={onClose}>{t('identity:account.cancel')}</Button>
          <Button
            variant="primary"
            busy={confirm.isPending}
            disabled={code.length < 6}
            onPress={() => send(code)}
          >
            {t('identity:factor.turnOn')}
          </Button>
        </>
      }
    >
      <p>{t('identity:factor.scan')}</p>
      <div className="mt-4 flex items-start justify-center" aria-busy={begin.isPending}>
        {begin.data ? (
          <QrCode text={begin.data.uri} label={t('identity:factor.qrCode')} />
        ) : (
          <Skeleton className="size-48" />
        )}
      </div>
      <div className="mt-4 mb-5 min-h-11">{begin.data && <FactorSecret secret={begin.data.secret} />}</div>
      {begin.error ? (
        <FormProblem error={begin.error} />
      ) : (
        <CodeField
          label={t('identity:factor.then')}
          value={code}
          error={wrong && problemText(t, wrong)}
          onChange={(digits) => {
            setCode(digits)
            if (digits !== '') confirm.reset()
          }}
          onComplete={send}
        />
      )}
      {!wrong && confirm.error && (
        <div className="mt-4">
          <FormProblem error={confirm.error} />
        </div>
      )}
    </Dialog>
  )
}

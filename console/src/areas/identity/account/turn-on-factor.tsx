import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { CodeField } from '../../../ui/code-field'
import { FormDialog } from '../../../ui/form-dialog'
import { LeaveGuard } from '../../../ui/leave-guard'
import { QrCode } from '../../../ui/qr-code'
import { Skeleton } from '../../../ui/skeleton'
import { FormProblem } from '../form-problem'
import { FactorSecret } from './factor-secret'
import { useBeginFactor, useConfirmFactor } from './queries'

interface TurnOnFactorProps {
  readonly onClose: () => void
  /** Called with the recovery codes, which are shown once. */
  readonly onMade: (recoveryCodes: readonly string[]) => void
}

/** Sets up an authenticator: shows the secret and asks for a code to confirm it. */
export function TurnOnFactor({ onClose, onMade }: TurnOnFactorProps) {
  const t = useText()
  const begin = useBeginFactor()
  const confirm = useConfirmFactor(onMade)
  const [code, setCode] = useState('')
  const { mutate: start } = begin
  const hasStarted = useRef(false)
  useEffect(() => {
    // Each request replaces the previous secret, so request it once.
    if (hasStarted.current) return
    hasStarted.current = true
    start()
  }, [start])

  const wrong =
    confirm.error instanceof Problem && confirm.error.id === 'second-factor-wrong' ? confirm.error : undefined
  const send = (digits: string) => {
    if (begin.data && !confirm.isPending) confirm.mutate(digits, { onError: () => setCode('') })
  }
  return (
    <FormDialog
      title={t('identity:factor.turnOnTitle')}
      dirty={code !== ''}
      busy={confirm.isPending}
      onClose={onClose}
      cancel={t('identity:account.cancel')}
      submit={{ label: t('identity:factor.turnOn'), disabled: code.length < 6, onPress: () => send(code) }}
    >
      <LeaveGuard active={confirm.isPending} about={t('ui:leaveSecret')} />
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
    </FormDialog>
  )
}

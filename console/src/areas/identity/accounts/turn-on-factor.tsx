import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { CodeField } from '../../../ui/code-field'
import { FormDialog } from '../../../ui/form-dialog'
import { LeaveGuard } from '../../../ui/leave-guard'
import { QrCode } from '../../../ui/qr-code'
import { FormProblem } from '../form-problem'
import { FactorPassword } from './factor-password'
import { FactorSecret } from './factor-secret'
import { useBeginFactor, useConfirmFactor } from './queries'

interface TurnOnFactorProps {
  readonly onClose: () => void
  /** Called with the recovery codes, which are shown once. */
  readonly onMade: (recoveryCodes: readonly string[]) => void
}

/** Sets up an authenticator: asks for the password, shows the secret, and asks for a code to confirm it. */
export function TurnOnFactor({ onClose, onMade }: TurnOnFactorProps) {
  const begin = useBeginFactor()
  return begin.data ? (
    <ConfirmFactor given={begin.data} onClose={onClose} onMade={onMade} />
  ) : (
    <FactorPassword begin={begin} onClose={onClose} />
  )
}

interface ConfirmFactorProps extends TurnOnFactorProps {
  readonly given: { readonly secret: string; readonly uri: string }
}

function ConfirmFactor({ given, onClose, onMade }: ConfirmFactorProps) {
  const t = useText()
  const confirm = useConfirmFactor(onMade)
  const [code, setCode] = useState('')
  const wrong =
    confirm.error instanceof Problem && confirm.error.id === 'second-factor-wrong' ? confirm.error : undefined
  const send = (digits: string) => {
    if (!confirm.isPending) confirm.mutate(digits, { onError: () => setCode('') })
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
      <div className="mt-4 flex items-start justify-center">
        <QrCode text={given.uri} label={t('identity:factor.qrCode')} />
      </div>
      <div className="mt-4 mb-5 min-h-11">
        <FactorSecret secret={given.secret} />
      </div>
      <CodeField
        autoFocus
        label={t('identity:factor.then')}
        value={code}
        error={wrong && problemText(t, wrong)}
        onChange={(digits) => {
          setCode(digits)
          if (digits !== '') confirm.reset()
        }}
        onComplete={send}
      />
      {!wrong && confirm.error && (
        <div className="mt-4">
          <FormProblem error={confirm.error} />
        </div>
      )}
    </FormDialog>
  )
}

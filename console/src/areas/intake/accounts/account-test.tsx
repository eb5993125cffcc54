import type { CloudAccount, AccountTest as Tested } from '@kinora/contract'
import { useEffect } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { Spinner } from '../../../ui/spinner'
import { StatusMark } from '../../../ui/status-mark'
import { FormProblem } from '../../identity'
import { useTestAccount } from '../queries'

interface AccountTestProps {
  readonly account: CloudAccount
  readonly onClose: () => void
}

/** Tries an account at once, and shows what works. */
export function AccountTest({ account, onClose }: AccountTestProps) {
  const t = useText()
  const test = useTestAccount()
  const { mutate } = test
  useEffect(() => mutate(account.id), [mutate, account.id])
  return (
    <Dialog
      title={t('intake:accounts.test.title', { name: isolate(account.name) })}
      isOpen
      onOpenChange={onClose}
      foot={
        <>
          <Button busy={test.isPending} onPress={() => mutate(account.id)}>
            {t('intake:accounts.test.again')}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {t('intake:accounts.test.close')}
          </Button>
        </>
      }
    >
      <div className="min-h-56 pt-2" aria-live="polite" aria-busy={test.isPending}>
        {test.isPending && (
          <p className="flex items-center gap-2 text-13 text-ink-2">
            <Spinner />
            {t('intake:accounts.test.running')}
          </p>
        )}
        {test.isSuccess && <Steps steps={test.data.steps} />}
        <FormProblem error={test.error} />
      </div>
    </Dialog>
  )
}

const tones = { ok: 'good', failed: 'bad', skipped: 'hollow' } as const

function Steps({ steps }: Pick<Tested, 'steps'>) {
  const t = useText()
  const isWriteRefused = steps.some(({ step, state }) => step === 'write' && state === 'failed')
  return (
    <>
      <dl className="divide-y divide-rule">
        {steps.map(({ step, state, reason }) => (
          <div key={step} className="grid grid-cols-2 items-baseline gap-3 py-2.5 text-13">
            <dt>{t(`intake:accounts.test.steps.${step}`)}</dt>
            <dd>
              <StatusMark tone={tones[state]}>
                {reason === null
                  ? t(`intake:accounts.test.${state === 'ok' ? 'ok' : 'skipped'}`)
                  : t(`intake:accounts.reasons.${reason}`)}
              </StatusMark>
            </dd>
          </div>
        ))}
      </dl>
      {isWriteRefused && <p className="pt-3 text-12 text-ink-3">{t('intake:accounts.test.writeHelp')}</p>}
    </>
  )
}

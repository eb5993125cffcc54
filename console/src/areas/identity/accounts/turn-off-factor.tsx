import { useId } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast-store'
import { FactorCode } from '../sign-in/factor-code'
import { useEndFactor } from './queries'

export function TurnOffFactor({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const end = useEndFactor()
  const send = (code: string) =>
    end.mutate(code, {
      onSuccess: () => {
        toast({ text: t('identity:factor.turnedOff'), tone: 'good' })
        onClose()
      },
    })
  return (
    <FormDialog
      title={t('identity:factor.turnOffTitle')}
      dirty={false}
      busy={end.isPending}
      onClose={onClose}
      cancel={t('identity:factor.keep')}
      submit={{ form: formId, label: t('identity:factor.turnOff'), variant: 'danger' }}
    >
      <p className="mb-4">{t('identity:factor.turnOffAbout')}</p>
      <FactorCode id={formId} error={end.error} busy={end.isPending} onCode={send} sendsAtOnce={false} />
    </FormDialog>
  )
}

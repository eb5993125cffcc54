import type { BillingAccount } from '@kinora/contract'
import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import { decimalOf, microsOf } from '../money'
import { useSetSpendCap } from '../queries'

interface SpendCapProps {
  readonly account: BillingAccount
  readonly onClose: () => void
}

/** Sets the most that a period may cost. */
export function SpendCap({ account: { spendCap, currency }, onClose }: SpendCapProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const save = useSetSpendCap(organization.id)
  const formId = useId()
  const known = spendCap === null ? '' : decimalOf(spendCap).replace(/\.?0+$/, '')
  const [text, setText] = useState(known)
  const [isChecked, setChecked] = useState(false)
  const amount = microsOf(text)
  const isWrong = text.trim() !== '' && amount === null
  const submit = () => {
    setChecked(true)
    if (isWrong) return
    save.mutate(amount, {
      onSuccess: () => {
        toast({ text: t('billing:account.capSaved'), tone: 'good' })
        onClose()
      },
    })
  }
  return (
    <FormDialog
      title={t('billing:account.cap')}
      dirty={text !== known}
      busy={save.isPending}
      cancel={t('billing:account.cancel')}
      submit={{ label: t('billing:account.capSave'), form: formId }}
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="text-pretty text-ink-2">{t('billing:account.capHelp')}</p>
        <TextField
          label={t('billing:account.capAmount', { currency })}
          help={t('billing:account.capEmpty')}
          {...(isChecked && isWrong && { error: t('billing:account.numbers') })}
          value={text}
          onChange={(value) => {
            setText(value)
            setChecked(false)
          }}
          onBlur={() => setChecked(true)}
          ltr
          autoFocus
        />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}

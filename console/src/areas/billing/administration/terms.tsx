import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { decimalOf, microsOf } from '../money'
import type { ManageProps } from './manage-props'
import { useSetTerms } from './queries'

const MOST_DAYS = 365

/** Sets whether work of an organization needs money. */
export function Terms({ wallet, choice, onClose }: ManageProps) {
  const t = useText()
  const formId = useId()
  const save = useSetTerms(wallet.id)
  const known = {
    isPrepaid: wallet.isPrepaid,
    days: String(wallet.graceDays),
    limit: decimalOf(wallet.creditLimit).replace(/\.?0+$/, ''),
  }
  const [given, setGiven] = useState(known)
  const [isChecked, setChecked] = useState(false)
  const days = /^\d{1,3}$/.test(given.days) && Number(given.days) <= MOST_DAYS ? Number(given.days) : null
  const limit = /^0*$/.test(given.limit.trim()) ? 0 : microsOf(given.limit)
  const isWrong = (value: number | null) =>
    isChecked && value === null ? { error: t('billing:account.numbers') } : {}
  const submit = () => {
    setChecked(true)
    if (days === null || limit === null) return
    save.mutate(
      { isPrepaid: given.isPrepaid, graceDays: days, creditLimit: limit },
      {
        onSuccess: () => {
          toast({ text: t('billing:administration.saved'), tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      wide
      title={wallet.name}
      dirty={JSON.stringify(given) !== JSON.stringify(known)}
      busy={save.isPending}
      cancel={t('billing:account.cancel')}
      submit={{ form: formId, label: t('billing:administration.save') }}
      onClose={onClose}
    >
      {choice}
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Checkbox
          checked={given.isPrepaid}
          onChange={(isPrepaid) => setGiven((before) => ({ ...before, isPrepaid }))}
        >
          {t('billing:administration.isPrepaid')}
        </Checkbox>
        <TextField
          label={t('billing:administration.graceDays')}
          value={given.days}
          onChange={(text) => setGiven((before) => ({ ...before, days: text }))}
          {...isWrong(days)}
          ltr
        />
        <TextField
          label={t('billing:administration.creditLimit', { currency: wallet.currency })}
          value={given.limit}
          onChange={(text) => setGiven((before) => ({ ...before, limit: text }))}
          {...isWrong(limit)}
          ltr
        />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}

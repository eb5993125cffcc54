import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { microsOf } from '../money'
import { QuoteSentence } from '../quote'
import type { ManageProps } from './manage-props'
import { receiptQuoteQuery, useGiveCredit, useRecordReceipt } from './queries'

interface AddMoneyProps extends ManageProps {
  readonly kind: 'receipt' | 'credit'
}

const SHORTEST_REASON = 3

/** Records money that was received, or gives credit. */
export function AddMoney({ kind, wallet, choice, onClose }: AddMoneyProps) {
  const t = useText()
  const formId = useId()
  const queries = useQueryClient()
  const receipt = useRecordReceipt(wallet.id)
  const credit = useGiveCredit(wallet.id)
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const micros = microsOf(amount)
  const quoted = useQuery(receiptQuoteQuery(wallet.id, kind === 'receipt' ? micros : null))
  const quote = kind === 'receipt' ? quoted.data : undefined
  const isShort = reason.trim().length < SHORTEST_REASON
  const submit = async () => {
    setChecked(true)
    if (micros === null || isShort) return
    const onSuccess = () => {
      toast({ text: t('billing:administration.saved'), tone: 'good' })
      onClose()
    }
    if (kind === 'receipt') {
      const seen = quote ?? (await queries.fetchQuery(receiptQuoteQuery(wallet.id, micros)).catch(() => null))
      // Taxes are shown before they are recorded.
      if (seen === null || (quote === undefined && seen.total !== seen.amount)) return
      const total = Number(seen.total)
      receipt.mutate({ amount: micros, total, method: reason.trim() }, { onSuccess })
    } else credit.mutate({ amount: micros, reason: reason.trim() }, { onSuccess })
  }
  return (
    <FormDialog
      wide
      title={wallet.name}
      dirty={amount !== '' || reason !== ''}
      busy={receipt.isPending || credit.isPending}
      cancel={t('billing:account.cancel')}
      submit={{ form: formId, label: t(`billing:administration.${kind}`) }}
      onClose={onClose}
    >
      {choice}
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="text-pretty">{t(`billing:administration.${kind}About`)}</p>
        <TextField
          label={t('billing:administration.amountIn', { currency: wallet.currency })}
          value={amount}
          onChange={setAmount}
          {...(isChecked && micros === null && { error: t('billing:account.numbers') })}
          ltr
          autoFocus
        />
        <TextField
          label={t(kind === 'receipt' ? 'billing:administration.method' : 'billing:administration.reason')}
          value={reason}
          onChange={setReason}
          maxLength={200}
          {...(isChecked && isShort && { error: t('billing:administration.reasonShort') })}
        />
        {quote && <QuoteSentence quote={quote} isReceived />}
        <FormProblem error={receipt.error ?? credit.error ?? quoted.error} />
      </form>
    </FormDialog>
  )
}

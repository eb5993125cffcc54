import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { Skeleton } from '../../../ui/skeleton'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { microsOf, useMoney } from '../money'
import type { ManageProps } from './manage-props'
import { useCreditInvoice, walletDocumentsQuery } from './queries'

const SHORTEST_REASON = 3

/** Credits an invoice or a part of it. */
export function CreditInvoice({ wallet, choice, onClose }: ManageProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const money = useMoney(wallet.currency)
  const documents = useQuery(walletDocumentsQuery(wallet.id))
  const credit = useCreditInvoice(wallet.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const invoices = documents.data?.items.filter(
    ({ kind, status }) => kind === 'invoice' && status === 'final',
  )
  const micros = microsOf(amount)
  const isShort = reason.trim().length < SHORTEST_REASON
  const submit = () => {
    setChecked(true)
    if (chosen === null || micros === null || isShort) return
    credit.mutate(
      { invoiceId: chosen, amount: micros, reason: reason.trim() },
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
      dirty={amount !== '' || reason !== ''}
      busy={credit.isPending}
      cancel={t('billing:account.cancel')}
      submit={{ form: formId, label: t('billing:administration.creditNote') }}
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
        <p className="text-pretty">{t('billing:administration.creditNoteAbout')}</p>
        {invoices === undefined ? (
          documents.error === null && <Skeleton className="h-9 w-full" />
        ) : invoices.length === 0 ? (
          <p>{t('billing:administration.noInvoices')}</p>
        ) : (
          <Select
            label={t('billing:administration.invoice')}
            value={chosen}
            onChange={setChosen}
            {...(isChecked && chosen === null && { error: t('messages.required') })}
            options={invoices.map(({ id, number, net, createdAt }) => ({
              id,
              label: `${number ?? ''} · ${format.date(createdAt)} · ${money.short(net)}`,
            }))}
          />
        )}
        <TextField
          label={t('billing:administration.amountIn', { currency: wallet.currency })}
          value={amount}
          onChange={setAmount}
          {...(isChecked && micros === null && { error: t('billing:account.numbers') })}
          ltr
        />
        <TextField
          label={t('billing:administration.reason')}
          value={reason}
          onChange={setReason}
          maxLength={200}
          {...(isChecked && isShort && { error: t('billing:administration.reasonShort') })}
        />
        <FormProblem error={documents.error ?? credit.error} />
      </form>
    </FormDialog>
  )
}

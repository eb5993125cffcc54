import type { BillingAccount, BillingQuote, PaymentDetails } from '@kinora/contract'
import { newId } from '@kinora/contract/new-id'
import { Bank } from '@phosphor-icons/react/dist/csr/Bank'
import { CreditCard } from '@phosphor-icons/react/dist/csr/CreditCard'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { FormDialog } from '../../../ui/form-dialog'
import { Segmented } from '../../../ui/segmented'
import { TextField } from '../../../ui/text-field'
import { FormProblem, useWorkspace } from '../../identity'
import { decimalOf, microsOf, useMoney } from '../money'
import { QuoteSentence } from '../quote'
import { useCardText } from './card-text'
import { quoteQuery, useAddBalance } from './queries'
import { TestMark } from './test-mark'

const presets = [50, 100, 250, 500].map((units) => units * 1_000_000)

interface AddMoneyProps {
  readonly account: BillingAccount
  readonly details: PaymentDetails
  /** Opens the dialog for payment details. */
  readonly onDetails: () => void
  /** Called with the payment that was started. */
  readonly onPaying: (paymentId: string) => void
  readonly onClose: () => void
}

/** Enters an amount and pays it. */
export function AddMoney({ account, details, onDetails, onPaying, onClose }: AddMoneyProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const queries = useQueryClient()
  const pay = useAddBalance(organization.id)
  const money = useMoney(account.currency)
  const formId = useId()
  const [text, setText] = useState('50')
  const [isChecked, setChecked] = useState(false)
  // A request whose response was lost is repeated with its key. Another amount is another payment.
  const key = useRef(newId())
  const amount = microsOf(text)
  const quoted = useQuery(quoteQuery(organization.id, amount))
  const quote = quoted.data
  const isTransfer = details.driver === 'offline'
  const canPay = isTransfer || details.card !== null
  const enter = (value: string) => {
    setText(value)
    setChecked(false)
    key.current = newId()
    pay.reset()
  }
  const submit = async () => {
    setChecked(true)
    if (amount === null || !canPay) return
    const seen =
      quote ?? (await queries.fetchQuery(quoteQuery(organization.id, amount)).catch(() => undefined))
    // Taxes are shown before they are paid.
    if (seen === undefined || (quote === undefined && seen.total !== seen.amount)) return
    const total = Number(seen.total)
    pay.mutate(
      { amount, total, idempotencyKey: key.current },
      {
        onSuccess: ({ id }) => onPaying(id),
        onError: () => void quoted.refetch(),
      },
    )
  }
  const shown = amount === null ? '' : money.short(quote?.total ?? amount)
  return (
    <FormDialog
      title={t(pay.isPending ? 'billing:payments.processing' : 'billing:payments.addMoney')}
      dirty={false}
      busy={pay.isPending}
      cancel={t('billing:account.cancel')}
      submit={{
        label: isTransfer ? t('billing:payments.startTransfer') : t('billing:payments.pay', { money: shown }),
        form: formId,
        disabled: !canPay,
      }}
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TestMark driver={details.driver} />
        <TextField
          label={t('billing:payments.amount', { currency: account.currency })}
          {...(isChecked && amount === null && { error: t('messages.onlyNumbers') })}
          value={text}
          onChange={enter}
          onBlur={() => setChecked(true)}
          disabled={pay.isPending}
          large
          ltr
          autoFocus
        />
        <Segmented
          label={t('billing:payments.presets')}
          value={String(amount ?? '')}
          options={presets.map((micros) => ({ id: String(micros), content: money.short(micros) }))}
          onChange={(micros) => enter(decimalOf(micros).replace(/\.?0+$/, ''))}
        />
        <PayingWith details={details} onDetails={onDetails} />
        <dl className="tabular flex flex-col gap-2 border-t border-rule pt-4 text-13">
          <Line name={t('billing:payments.walletNow')}>{money.short(account.balance)}</Line>
          <Line name={t('billing:payments.youAdd')}>{money.short(amount ?? 0)}</Line>
          {quote && <Taxes quote={quote} />}
          <Line name={t('billing:payments.walletAfter')} isSum>
            {money.short(String(BigInt(account.balance) + BigInt(amount ?? 0)))}
          </Line>
        </dl>
        {quote && <QuoteSentence quote={quote} />}
        <FormProblem error={pay.error ?? quoted.error} />
      </form>
    </FormDialog>
  )
}

function PayingWith({
  details: { driver, card },
  onDetails,
}: {
  readonly details: PaymentDetails
  readonly onDetails: () => void
}) {
  const t = useText()
  const cardText = useCardText()
  if (driver === 'offline')
    return (
      <p className="flex items-center gap-2 text-13">
        <Bank size={16} aria-hidden />
        {t('billing:payments.byTransfer')}
      </p>
    )
  if (card === null)
    return (
      <Banner
        tone="info"
        action={
          <Button size="small" onPress={onDetails}>
            {t('billing:payments.addDetails')}
          </Button>
        }
      >
        {t('billing:payments.noCard')}
      </Banner>
    )
  return (
    <p className="flex flex-wrap items-center gap-2 text-13">
      <CreditCard size={16} aria-hidden />
      <span className="font-mid text-ink">
        <bdi>{cardText.name(card)}</bdi>
      </span>
      <span className="text-ink-3">{cardText.expiry(card)}</span>
      <Button variant="link" size="small" onPress={onDetails}>
        {t('billing:payments.change')}
      </Button>
    </p>
  )
}

/** The taxes that are paid in addition, and the total. */
function Taxes({ quote: { taxes, total, currency } }: { readonly quote: BillingQuote }) {
  const t = useText()
  const money = useMoney(currency)
  const { tag } = languages[useLanguage()]
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 4 })
  if (taxes.length === 0) return null
  return (
    <>
      {taxes.map(({ name, ratePpm, tax, isReverseCharge }) => (
        <Line
          key={name}
          name={t(isReverseCharge ? 'billing:invoices.reverseCharge' : 'billing:invoices.tax', {
            name,
            rate: percent.format(ratePpm / 1_000_000),
          })}
        >
          {money.short(tax)}
        </Line>
      ))}
      <Line name={t('billing:payments.youPay')} isSum>
        {money.short(total)}
      </Line>
    </>
  )
}

interface LineProps {
  readonly name: string
  readonly isSum?: boolean
  readonly children: string
}

function Line({ name, isSum = false, children }: LineProps) {
  return (
    <div
      className={`flex justify-between gap-4 ${isSum ? 'border-t border-rule pt-2 font-head text-ink' : ''}`}
    >
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

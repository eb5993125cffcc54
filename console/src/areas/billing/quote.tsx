import type { BillingQuote } from '@kinora/contract'
import { useText } from '../../lib/i18n'
import { useMoney } from './money'

interface QuoteSentenceProps {
  readonly quote: BillingQuote
  /** An administrator enters what was received, and pays nothing. */
  readonly isReceived?: boolean
}

/** Says what is paid, with which taxes, and what the wallet gets. Nothing if there are no taxes. */
export function QuoteSentence({ quote, isReceived = false }: QuoteSentenceProps) {
  const t = useText()
  const { currency, amount, total, taxes } = quote
  const money = useMoney(currency)
  const tax = BigInt(total) - BigInt(amount)
  if (tax === 0n) return null
  return (
    <p className="text-13 text-pretty text-ink-2">
      {t(isReceived ? 'billing:quote.received' : 'billing:quote.pays', {
        total: money.short(total),
        tax: money.short(String(tax)),
        names: Array.from(new Set(taxes.map(({ name }) => name))).join(' + '),
        amount: money.short(amount),
      })}
    </p>
  )
}

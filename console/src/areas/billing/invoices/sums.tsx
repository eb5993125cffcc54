import type { BillingDocumentDetail } from '@kinora/contract'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'
import { useMoney } from '../money'

/** Taxes, the total, the movement of the balance, and the credit notes of a document. */
export function Sums({ document }: { readonly document: BillingDocumentDetail }) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const { taxes, total, currency, kind, movement, balance, creditNotes } = document
  const money = useMoney(currency)
  const amount = kind === 'statement' ? money.exact : money.short
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 4 })
  return (
    <dl className="tabular flex flex-col gap-2.5 border-t border-rule pt-4">
      {taxes.map(({ name, ratePpm, tax, isReverseCharge }) => (
        <Sum
          key={name}
          name={t(isReverseCharge ? 'billing:invoices.reverseCharge' : 'billing:invoices.tax', {
            name,
            rate: percent.format(ratePpm / 1_000_000),
          })}
        >
          {amount(tax)}
        </Sum>
      ))}
      <Sum name={t('billing:usage.total')}>
        <span className="text-16 font-head">{amount(total)}</span>
      </Sum>
      {movement !== null && (
        <>
          <Sum name={t('billing:invoices.opening')}>{amount(movement.opening)}</Sum>
          <Sum name={t('billing:invoices.added')}>{amount(movement.added)}</Sum>
          <Sum name={t('billing:invoices.closing')}>{amount(movement.closing)}</Sum>
        </>
      )}
      {balance !== null && <Sum name={t('billing:invoices.balance')}>{amount(balance)}</Sum>}
      {creditNotes.map((note) => (
        <Sum key={note.id} name={<CreditNote id={note.id} number={note.number ?? ''} />}>
          {amount(note.total)}
        </Sum>
      ))}
    </dl>
  )
}

function CreditNote({ id, number }: { readonly id: string; readonly number: string }) {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <TextLink
      to="/$environmentId/settings/billing/invoices/$invoiceId"
      params={{ environmentId: environment.id, invoiceId: id }}
    >
      {t('billing:invoices.creditNote', { number })}
    </TextLink>
  )
}

function Sum({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-end gap-6">
      <dt className="text-end text-ink-2">{name}</dt>
      <dd className="min-w-28 text-right">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

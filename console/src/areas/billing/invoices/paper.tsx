import type { BillingDocumentDetail, BillingDocumentLine } from '@kinora/contract'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'
import { useDates } from '../dates'
import { useMoney } from '../money'
import { wholeBilling } from '../search'
import { useUnits } from '../use-units'
import { PartyLines } from './party-lines'
import { Sums } from './sums'
import { useDocumentName } from './use-document-name'

/** The content of a document, on a sheet of paper. */
export function Paper({ document }: { readonly document: BillingDocumentDetail }) {
  const t = useText()
  const { seller, buyer, issuedAt, createdAt, timezone, method, reason, invoice, period, status } = document
  const dates = useDates(timezone)
  const { name, number } = useDocumentName()(document)
  return (
    <>
      {status === 'draft' && (
        <div className="pb-4">
          <Banner tone="info">{t('billing:invoices.draftAbout')}</Banner>
        </div>
      )}
      <article className="mx-auto max-w-[720px] rounded-2 border border-rule bg-panel p-8 text-13 shadow-lift-1 max-sm:p-4">
        <header className="flex flex-wrap justify-between gap-6 border-b border-rule pb-6">
          <div className="min-w-0 text-12 text-ink-2">
            {seller === null ? t('billing:invoices.noSeller') : <PartyLines party={seller} />}
          </div>
          <div className="text-end">
            <p className="text-22 font-head">{name}</p>
            {number !== '' && (
              <p className="tabular text-ink-2">
                <bdi>{number}</bdi>
              </p>
            )}
            <p className="tabular text-ink-2">{dates.date(issuedAt ?? createdAt)}</p>
          </div>
        </header>
        <div className="grid gap-6 border-b border-rule py-5 sm:grid-cols-2">
          <Block title={t('billing:invoices.billedTo')}>
            <PartyLines party={buyer} />
          </Block>
          {method !== '' && invoice === null && (
            <Block title={t('billing:invoices.paidWith')}>
              <p dir="auto" className="own-way">
                {method}
              </p>
            </Block>
          )}
          {period !== null && <Block title={t('billing:usage.period')}>{dates.period(period)}</Block>}
          {invoice !== null && <Credited invoice={invoice} reason={reason} />}
        </div>
        <Lines document={document} />
        <Sums document={document} />
      </article>
    </>
  )
}

function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-12 text-ink-3">{title}</p>
      {children}
    </div>
  )
}

function Credited({
  invoice,
  reason,
}: {
  readonly invoice: NonNullable<BillingDocumentDetail['invoice']>
  readonly reason: string
}) {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <Block title={t('billing:invoices.credits')}>
      <TextLink
        to="/$environmentId/settings/billing/invoices/$invoiceId"
        params={{ environmentId: environment.id, invoiceId: invoice.id }}
      >
        <bdi>{invoice.number}</bdi>
      </TextLink>
      <p dir="auto" className="own-way wrap-anywhere">
        {reason}
      </p>
    </Block>
  )
}

function Lines({ document }: { readonly document: BillingDocumentDetail }) {
  const t = useText()
  const { currency, kind, lines } = document
  const money = useMoney(currency)
  const { quantity } = useUnits(currency)
  const amount = kind === 'statement' ? money.exact : money.short
  return (
    <table className="w-full">
      <thead>
        <tr className="text-12 text-ink-3 *:py-3 *:font-body">
          <th scope="col" className="text-start">
            {t('billing:invoices.what')}
          </th>
          <th scope="col" className="ps-4 text-right max-sm:hidden">
            {t('billing:usage.quantity')}
          </th>
          <th scope="col" className="ps-4 text-right">
            {t('billing:invoices.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr
            key={`${line.kind} ${line.meter} ${line.period?.startsAt}`}
            className="tabular *:border-t *:border-rule *:py-2.5"
          >
            <td>
              <LineName line={line} document={document} />
            </td>
            <td className="ps-4 text-right max-sm:hidden">
              {line.quantity !== null &&
                (line.meter === null ? line.quantity : quantity(line.meter, line.quantity))}
            </td>
            <td className="ps-4 text-right">
              <bdi>{amount(line.amount)}</bdi>
            </td>
          </tr>
        ))}
        {lines.length === 0 && (
          <tr className="*:border-t *:border-rule *:py-2.5">
            <td colSpan={3} className="text-ink-2">
              {t('billing:usage.none')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

interface LineNameProps {
  readonly line: BillingDocumentLine
  readonly document: BillingDocumentDetail
}

/** The name of a line. Usage leads to the videos and days that caused it. */
function LineName({ line: { kind, meter, period }, document }: LineNameProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const dates = useDates(document.timezone)
  if (kind === 'adjustment')
    return t('billing:usage.adjustment', { period: period === null ? '' : dates.period(period) })
  if (kind !== 'usage') return t(`billing:invoices.lines.${kind}`)
  if (meter === null || document.period === null) return null
  return (
    <TextLink
      to="/$environmentId/settings/billing"
      params={{ environmentId: environment.id }}
      search={{ ...wholeBilling, period: document.period.startsAt, meter }}
    >
      {t(`meters.${meter}`)}
    </TextLink>
  )
}

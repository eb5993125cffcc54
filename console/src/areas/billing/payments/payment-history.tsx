import type { BillingAccount, HistoryEntry, Payment, PaymentState } from '@kinora/contract'
import { Receipt } from '@phosphor-icons/react/dist/csr/Receipt'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { PagedList } from '../../../ui/paged-list'
import { Section } from '../../../ui/section'
import { State } from '../../../ui/state'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { TextLink } from '../../../ui/text-link'
import { useRights, useWorkspace } from '../../identity'
import { useDates } from '../dates'
import { useMoney } from '../money'
import { useCardText } from './card-text'
import { historyQuery } from './queries'

const route = getRouteApi('/$environmentId/settings/billing')

const tones: Readonly<Record<PaymentState, StatusTone>> = {
  processing: 'warn',
  needs_action: 'warn',
  succeeded: 'good',
  failed: 'bad',
  refunded: 'hollow',
  disputed: 'bad',
}

/** Payments and credit, newest first. */
export function PaymentHistory({
  account: { timezone },
}: {
  readonly account: Pick<BillingAccount, 'timezone'>
}) {
  const t = useText()
  const { organization } = useWorkspace()
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const rights = useRights('Settings', 'Billing', 'organization')
  const list = useQuery(historyQuery(organization.id, page))
  const columns = useColumns(timezone)
  return (
    <Section title={t('billing:payments.history')}>
      <PagedList
        list={list}
        label={t('billing:payments.history')}
        columns={columns}
        rowName={(entry) => entry.payment?.reference ?? t(`billing:payments.kinds.${entry.kind}`)}
        onOpen={({ payment }) => {
          if (payment && rights.update)
            void navigate({ search: (before) => ({ ...before, payment: payment.id }) })
        }}
        page={page}
        onPage={(next, replace) =>
          void navigate({ search: (before) => ({ ...before, page: next }), replace })
        }
        failed={t('billing:payments.historyFailed')}
        empty={
          <div className="pt-4">
            <State icon={<Receipt size={20} />} title={t('billing:payments.historyEmpty')}>
              {t('billing:payments.historyEmptyAbout')}
            </State>
          </div>
        }
      />
    </Section>
  )
}

function useColumns(timezone: string): readonly Column<HistoryEntry, never>[] {
  const t = useText()
  const dates = useDates(timezone)
  const { environment } = useWorkspace()
  return [
    {
      id: 'date',
      head: t('billing:payments.date'),
      width: '130px',
      from: 'sm',
      cell: ({ at }) => dates.date(at),
    },
    {
      id: 'what',
      head: t('billing:payments.what'),
      cell: (entry) => (
        <>
          <What entry={entry} />
          <span className="block text-12 text-ink-3 sm:hidden">{dates.date(entry.at)}</span>
        </>
      ),
    },
    {
      id: 'state',
      head: t('billing:payments.status'),
      width: '220px',
      from: 'md',
      cell: ({ payment }) => payment && <Status payment={payment} />,
    },
    {
      id: 'number',
      head: t('billing:payments.number'),
      width: '150px',
      from: 'lg',
      cell: ({ payment, invoice }) =>
        payment && (
          <span className="block font-mono text-12">
            {invoice?.number == null ? (
              <>
                <bdi>{payment.reference}</bdi>
                {invoice !== null && (
                  <span className="block font-sans text-pretty text-ink-3">
                    {t('billing:payments.invoiceFollows')}
                  </span>
                )}
              </>
            ) : (
              <TextLink
                to="/$environmentId/settings/billing/invoices/$invoiceId"
                params={{ environmentId: environment.id, invoiceId: invoice.id }}
              >
                <bdi>{invoice.number}</bdi>
              </TextLink>
            )}
          </span>
        ),
    },
    {
      id: 'amount',
      head: t('billing:payments.sum'),
      width: '130px',
      number: true,
      cell: (entry) => <Amount entry={entry} />,
    },
  ]
}

function What({ entry: { kind, payment } }: { readonly entry: HistoryEntry }) {
  const t = useText()
  const cardText = useCardText()
  if (payment === null) return <span className="cut block">{t(`billing:payments.kinds.${kind}`)}</span>
  const method = payment.card === null ? t('billing:payments.byTransfer') : cardText.name(payment.card)
  return (
    <span className="block min-w-0">
      <span className="cut block font-mid text-ink">
        <bdi>{method}</bdi>
      </span>
      {payment.origin === 'recharge' && (
        <span className="cut block text-12 text-ink-3">{t('billing:payments.recharge')}</span>
      )}
      <span className="block md:hidden">
        <Status payment={payment} />
      </span>
    </span>
  )
}

function Status({ payment: { state, reason, takenBack, currency } }: { readonly payment: Payment }) {
  const t = useText()
  const money = useMoney(currency)
  return (
    <span className="block min-w-0">
      <StatusMark tone={tones[state]}>{t(`billing:payments.states.${state}`)}</StatusMark>
      {state === 'failed' && reason !== null && (
        <span className="block text-12 text-pretty text-ink-3">
          {t(`billing:payments.reasons.${reason}`)}
        </span>
      )}
      {BigInt(takenBack) > 0n && (
        <span className="tabular block text-12 text-ink-3">
          {t('billing:payments.takenBack', { money: money.short(takenBack) })}
        </span>
      )}
    </span>
  )
}

function Amount({ entry: { amount, currency, payment } }: { readonly entry: HistoryEntry }) {
  const t = useText()
  const money = useMoney(currency)
  const isAdded = payment === null || ['succeeded', 'refunded', 'disputed'].includes(payment.state)
  return (
    <>
      <bdi dir="ltr" className={isAdded ? 'font-head' : 'text-ink-3'}>
        {isAdded && '+'}
        {money.short(amount)}
      </bdi>
      {payment !== null && payment.taxes.length > 0 && (
        <span className="block text-12 text-ink-3">
          {t('billing:payments.paidWithTaxes', { money: money.short(payment.total) })}
        </span>
      )}
    </>
  )
}

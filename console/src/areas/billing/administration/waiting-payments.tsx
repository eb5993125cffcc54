import type { WaitingPayment } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ConfirmAction } from '../../../ui/confirm-action'
import { PagedList } from '../../../ui/paged-list'
import type { Column } from '../../../ui/table-parts'
import { useMoney } from '../money'
import { HeldPayment, type Resolution, ResolvePayment } from './held-payment'
import { useRecordTransfer, waitingPaymentsQuery } from './queries'

const route = getRouteApi('/$environmentId/administration/billing')

/** Bank transfers that have not arrived, and payments that differ from what the processor reports. */
export function WaitingPayments() {
  const t = useText()
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const [arrived, setArrived] = useState<WaitingPayment | null>(null)
  const [held, setHeld] = useState<Resolution | null>(null)
  const list = useQuery(waitingPaymentsQuery(page))
  const record = useRecordTransfer()
  const columns = useColumns(setArrived, setHeld)
  return (
    <>
      <PagedList
        label={t('billing:administration.parts.payments')}
        list={list}
        columns={columns}
        rowName={({ reference }) => reference}
        page={page}
        onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
        failed={t('billing:administration.failed')}
        empty={<p className="py-6 text-ink-3">{t('billing:administration.noPayments')}</p>}
      />
      {arrived !== null && (
        <ConfirmAction
          mutation={record}
          of={arrived}
          title={t('billing:administration.arrivedTitle', { name: isolate(arrived.reference) })}
          confirm={t('billing:administration.arrived')}
          cancel={t('billing:account.cancel')}
          done={t('billing:administration.saved')}
          failed={t('billing:administration.failed')}
          onClose={() => setArrived(null)}
        >
          <Sum payment={arrived} />
        </ConfirmAction>
      )}
      {held !== null && <ResolvePayment {...held} onClose={() => setHeld(null)} />}
    </>
  )
}

function Sum({ payment }: { readonly payment: WaitingPayment }) {
  return <bdi>{useMoney(payment.currency).short(payment.total)}</bdi>
}

function useColumns(
  onArrived: (payment: WaitingPayment) => void,
  onResolve: (resolution: Resolution) => void,
): Column<WaitingPayment>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'organization',
      head: t('billing:administration.parts.wallets'),
      cell: ({ organizationName, reference, createdAt }) => (
        <span className="block min-w-0">
          <span dir="auto" className="cut block text-ink">
            <bdi>{organizationName}</bdi>
          </span>
          <span className="block text-12 text-ink-3">
            <bdi className="font-code">{reference}</bdi>
            {' · '}
            {format.moment(createdAt)}
          </span>
        </span>
      ),
    },
    {
      id: 'amount',
      head: t('billing:payments.sum'),
      width: '8rem',
      number: true,
      cell: (payment) => <Sum payment={payment} />,
    },
    {
      id: 'state',
      head: t('billing:payments.status'),
      width: '14rem',
      cell: (payment) =>
        payment.heldBecause === null && payment.differsBecause === null ? (
          <Button onPress={() => onArrived(payment)}>{t('billing:administration.arrived')}</Button>
        ) : (
          <HeldPayment payment={payment} onResolve={onResolve} />
        ),
    },
  ]
}

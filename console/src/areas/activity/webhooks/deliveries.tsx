import type { Delivery, Webhook } from '@kinora/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useContext, useState } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { ErrorState } from '../../../ui/error-state'
import { SectionLevel } from '../../../ui/section'
import { Segmented } from '../../../ui/segmented'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'
import { stepsOf } from '../../../ui/steps'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { useWorkspace } from '../../identity'
import { DeliveryDetail } from './delivery-detail'
import { deliveriesQuery } from './queries'

const route = getRouteApi('/$environmentId/settings/webhooks_/$webhookId')
const tones: Readonly<Record<Delivery['status'], StatusTone>> = {
  delivered: 'good',
  pending: 'draft',
  failed: 'bad',
}
const ResendRange = lazy(async () => ({ default: (await import('./resend-range')).ResendRange }))

/** Deliveries, newest first. Selecting one shows its attempts beside the list. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const t = useText()
  const { environment, organization, can } = useWorkspace()
  const { failed, delivery: openId } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(deliveriesQuery(environment.id, webhook.id, failed))
  const [resending, setResending] = useState(false)
  const Heading = useContext(SectionLevel) === 2 ? 'h2' : 'h3'
  const rows = list.data?.pages.flatMap(({ items }) => items)
  const columns = useColumns()
  const show = ({ id }: Delivery) =>
    void navigate({ search: (old) => ({ ...old, delivery: id }), replace: openId !== '' })
  const close = () => void navigate({ search: (old) => ({ ...old, delivery: '' }), replace: true })
  const mayResend =
    can(['Settings', 'Webhook', 'update']) && organization.isActive && webhook.status === 'active'

  return (
    <div className={cx(openId !== '' && 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,43%)] lg:gap-x-7')}>
      <section aria-label={t('activity:webhooks.deliveries')} className="min-w-0">
        <header className="flex flex-wrap items-center gap-2 pb-2">
          <Heading className="text-14 font-head">{t('activity:webhooks.deliveries')}</Heading>
          <span className="ms-auto flex flex-wrap gap-2">
            {failed && mayResend && (
              <Button onPress={() => setResending(true)}>{t('activity:webhooks.resendRange')}</Button>
            )}
            <Segmented
              label={t('activity:webhooks.deliveries')}
              value={failed ? 'failed' : 'all'}
              onChange={(id) =>
                void navigate({ search: { failed: id === 'failed', delivery: '' }, replace: true })
              }
              options={[
                { id: 'all', content: t('activity:webhooks.all') },
                { id: 'failed', content: t('activity:webhooks.statuses.failed') },
              ]}
            />
          </span>
        </header>
        {list.isError && !rows ? (
          <ErrorState
            title={t('activity:webhooks.failedDeliveries')}
            error={list.error}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : rows?.length === 0 ? (
          <p className="py-6 text-ink-3">
            {t(failed ? 'activity:webhooks.noneFailed' : 'activity:webhooks.nothingSent')}
          </p>
        ) : (
          <Table
            label={t('activity:webhooks.deliveries')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowName={({ eventType }) => eventType}
            onOpen={show}
            open={{ key: openId, onClose: close }}
            low
          />
        )}
        {list.hasNextPage && (
          <div className="flex justify-center pt-3">
            <Button variant="quiet" busy={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
              {t('activity:records.more')}
            </Button>
          </div>
        )}
        <p className="pt-3 text-12 text-ink-3">{t('activity:records.kept.events')}</p>
        <Suspense>
          {resending && <ResendRange webhook={webhook} onClose={() => setResending(false)} />}
        </Suspense>
      </section>
      {openId !== '' && (
        <DeliveryDetail
          webhook={webhook}
          id={openId}
          mayResend={mayResend}
          steps={stepsOf(rows ?? [], openId, show)}
          onClose={close}
        />
      )}
    </div>
  )
}

function useColumns(): Column<Delivery>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'event',
      head: t('activity:webhooks.event'),
      cell: (delivery) => (
        <span className="cut block">
          <StatusMark tone={toneOf(delivery)}>{delivery.eventType}</StatusMark>
        </span>
      ),
    },
    {
      id: 'answer',
      head: t('activity:webhooks.answer'),
      width: '6.5rem',
      number: true,
      cell: ({ answerStatus, status }) => (
        <span className={cx(status !== 'delivered' && answerStatus !== null && 'font-mid text-bad')}>
          {answerStatus ?? none}
        </span>
      ),
    },
    {
      id: 'took',
      head: t('activity:records.columns.took'),
      width: '6rem',
      number: true,
      from: 'md',
      cell: ({ took }) => (took === null ? none : t('activity:docs.took', { ms: Math.round(took) })),
    },
    {
      id: 'tries',
      head: t('activity:webhooks.tries'),
      width: '6rem',
      number: true,
      from: 'sm',
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'sent',
      head: t('activity:webhooks.sent'),
      width: '12rem',
      number: true,
      from: 'sm',
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{format.stamp(createdAt)}</span>,
    },
  ]
}

/** A delivery that failed and is retried is not yet failed, but looks like it. */
function toneOf({ status, attempts }: Delivery): StatusTone {
  return status === 'pending' && attempts > 0 ? 'bad' : tones[status]
}

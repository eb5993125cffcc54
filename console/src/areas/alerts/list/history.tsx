import type { AlertIncident } from '@kinora/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ErrorState } from '../../../ui/error-state'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { historyQuery, usePlace } from '../queries'
import { SeveritySign } from '../signs/severity-sign'
import { useRuleText } from '../signs/use-rule-text'

/** Alerts that fired, newest first. */
export function AlertHistory() {
  const t = useText()
  const list = useInfiniteQuery(historyQuery(usePlace()))
  const columns = useHistoryColumns()
  const navigate = useNavigate()
  const rows = list.data?.pages.flatMap(({ items }) => items)
  if (list.isError && rows === undefined)
    return (
      <ErrorState
        title={t('alerts:list.historyFailed')}
        error={list.error}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  if (rows?.length === 0) return <p className="py-8 text-ink-3">{t('alerts:list.noHistory')}</p>
  return (
    <>
      <Table
        label={t('alerts:list.tabs.history')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ ruleName }) => ruleName}
        onOpen={({ id, environmentId }) =>
          void navigate({
            to: '/$environmentId/alerts/incidents/$incidentId',
            params: { environmentId, incidentId: id },
          })
        }
      />
      {list.hasNextPage && (
        <div className="flex justify-center pt-3">
          <Button variant="quiet" busy={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t('alerts:list.earlier')}
          </Button>
        </div>
      )}
    </>
  )
}

function useHistoryColumns(): readonly Column<AlertIncident>[] {
  const t = useText()
  const format = useFormat()
  const { sentence, valueText } = useRuleText()
  return [
    {
      id: 'alert',
      head: t('alerts:list.columns.alert'),
      cell: (incident) => (
        <span className="block min-w-0">
          <span dir="auto" className="own-way cut block font-mid text-ink">
            <bdi>{incident.label === '' ? incident.ruleName : `${incident.ruleName}: ${incident.label}`}</bdi>
          </span>
          <span className="cut block text-12 text-ink-3">{sentence(incident)}</span>
        </span>
      ),
    },
    {
      id: 'severity',
      head: t('alerts:list.severity'),
      width: '110px',
      from: 'sm',
      cell: ({ severity }) => <SeveritySign severity={severity} />,
    },
    {
      id: 'value',
      head: t('alerts:list.columns.value'),
      width: '120px',
      number: true,
      from: 'md',
      cell: (incident) => (incident.value === null ? none : valueText(incident, incident.value)),
    },
    {
      id: 'opened',
      head: t('alerts:list.columns.opened'),
      width: '150px',
      number: true,
      cell: ({ openedAt }) => <span className="whitespace-nowrap">{format.timeOfDay(openedAt)}</span>,
    },
    {
      id: 'lasted',
      head: t('alerts:list.columns.lasted'),
      width: '120px',
      number: true,
      from: 'sm',
      cell: ({ openedAt, resolvedAt }) =>
        resolvedAt === null ? (
          <span className="font-mid text-warn">{t('alerts:list.stillOpen')}</span>
        ) : (
          format.duration((Date.parse(resolvedAt) - Date.parse(openedAt)) / 1000)
        ),
    },
  ]
}

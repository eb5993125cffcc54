import type { AuditEntry } from '@kinora/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { CopyText } from '../../../ui/copy-text'
import type { Column } from '../../../ui/table-parts'
import { useWorkspace } from '../../identity'
import { Body, Facts, RecordDrawer } from './record-drawer'
import { RecordList } from './record-list'
import { RecordTime } from './record-time'
import { RecordUnavailable } from './record-unavailable'
import { auditQuery } from './records'
import { RelatedRecordsLink } from './related-records-link'

const route = getRouteApi('/$environmentId/events-logs')

export function AuditRecords() {
  const t = useText()
  const format = useFormat()
  const { environment, organization } = useWorkspace()
  const search = route.useSearch()
  const place = { environmentId: environment.id, organizationId: organization.id }
  const list = useInfiniteQuery(auditQuery(place, search))
  const environmentName = (id: string | null) =>
    organization.environments.find((each) => each.id === id)?.name ?? none

  return (
    <RecordList
      label={t('activity:records.tabs.audit')}
      list={list}
      columns={useColumns()}
      rowName={({ action, object }) => `${t(`auditActions.${action}`)} ${object.name}`}
      drawer={(entry, step) => (
        <RecordDrawer
          title={entry ? t(`auditActions.${entry.action}`) : t('activity:records.entry')}
          step={step}
          foot={entry && <RelatedRecordsLink objectId={entry.object.id} />}
        >
          {entry ? (
            <>
              <Facts
                facts={[
                  [t('activity:records.columns.id'), <CopyText key="id" text={entry.id} />],
                  [t('activity:records.columns.time'), format.exactTime(entry.createdAt)],
                  [t('activity:records.columns.by'), <By key="by" entry={entry} />],
                  [t('activity:records.columns.about'), entry.object.name],
                  [t('activity:records.columns.environment'), environmentName(entry.environmentId)],
                ]}
              />
              <Body
                title={t('activity:records.wasBefore')}
                text={entry.before && JSON.stringify(entry.before)}
              />
              <Body title={t('activity:records.isAfter')} text={entry.after && JSON.stringify(entry.after)} />
            </>
          ) : list.hasNextPage ? (
            <p>{t('activity:records.furtherBack')}</p>
          ) : (
            <RecordUnavailable
              error={list.data ? new Problem('not-found', 404) : list.error}
              busy={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          )}
        </RecordDrawer>
      )}
    />
  )
}

function By({ entry: { by } }: { readonly entry: AuditEntry }) {
  const t = useText()
  if (by.impersonator === null) return by.name
  return t('activity:records.impersonated', { name: by.name, by: by.impersonator })
}

function useColumns(): Column<AuditEntry>[] {
  const t = useText()
  return [
    {
      id: 'time',
      head: t('activity:records.columns.time'),
      width: '12rem',
      cell: ({ createdAt }) => <RecordTime at={createdAt} />,
    },
    {
      id: 'by',
      head: t('activity:records.columns.by'),
      width: '12rem',
      from: 'sm',
      cell: (entry) => (
        <span className="cut block">
          <By entry={entry} />
        </span>
      ),
    },
    {
      id: 'action',
      head: t('activity:records.columns.action'),
      cell: ({ action }) => <span className="cut block">{t(`auditActions.${action}`)}</span>,
    },
    {
      id: 'object',
      head: t('activity:records.columns.about'),
      width: '20rem',
      from: 'md',
      cell: ({ object }) => (
        <span dir="auto" className="own-way cut block text-ink-2" title={object.name}>
          <bdi>{object.name}</bdi>
        </span>
      ),
    },
  ]
}

import type { Log, LogLine } from '@kinora/contract'
import { TerminalWindow } from '@phosphor-icons/react/dist/csr/TerminalWindow'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { CopyText } from '../../../ui/copy-text'
import { cx } from '../../../ui/cx'
import type { Column } from '../../../ui/table-parts'
import { useCopy } from '../../../ui/use-copy'
import { useWorkspace } from '../../identity'
import { Body, Facts, RecordDrawer } from './record-drawer'
import { RecordList, type Step } from './record-list'
import { RecordTime } from './record-time'
import { RecordUnavailable } from './record-unavailable'
import { logQuery, logsQuery } from './records'
import { RelatedRecordsLink } from './related-records-link'

const route = getRouteApi('/$environmentId/events-logs')

export function LogRecords() {
  const t = useText()
  const { environment, organization } = useWorkspace()
  const search = route.useSearch()
  const place = { environmentId: environment.id, organizationId: organization.id }
  const list = useInfiniteQuery(logsQuery(place, search))
  return (
    <RecordList
      label={t('activity:records.tabs.logs')}
      list={list}
      columns={useColumns()}
      rowName={({ method, url }) => `${method} ${url}`}
      environmentOf={({ environmentId }) => environmentId}
      drawer={(_row, step) => (
        <LogDrawer id={search.open} where={search.where || environment.id} step={step} />
      )}
    />
  )
}

function useColumns(): Column<LogLine>[] {
  const t = useText()
  return [
    {
      id: 'time',
      head: t('activity:records.columns.time'),
      width: '12rem',
      cell: ({ createdAt }) => <RecordTime at={createdAt} />,
    },
    {
      id: 'method',
      head: t('activity:records.columns.method'),
      width: '5rem',
      from: 'sm',
      cell: ({ method }) => <code className="ltr font-code text-12">{method}</code>,
    },
    {
      id: 'url',
      head: 'URL',
      cell: ({ url }) => <code className="ltr cut own-way block font-code text-12">{url}</code>,
    },
    {
      id: 'by',
      head: t('activity:records.columns.by'),
      width: '10rem',
      from: 'lg',
      cell: ({ by }) => <span className="cut block text-ink-2">{by?.name}</span>,
    },
    {
      id: 'status',
      head: t('activity:records.columns.status'),
      width: '5rem',
      number: true,
      cell: ({ status }) => <Status status={status} />,
    },
    {
      id: 'took',
      head: t('activity:records.columns.took'),
      width: '7rem',
      number: true,
      from: 'sm',
      cell: ({ took }) => (
        <span className="text-ink-2">{t('activity:docs.took', { ms: Math.round(took) })}</span>
      ),
    },
  ]
}

function Status({ status }: { readonly status: number }) {
  return <span className={cx('tabular', status >= 400 && 'font-mid text-bad')}>{status}</span>
}

interface LogDrawerProps {
  readonly id: string
  /** The environment of the request. */
  readonly where: string
  readonly step: Step
}

function LogDrawer({ id, where, step }: LogDrawerProps) {
  const t = useText()
  const format = useFormat()
  const { data: log, error, isFetching, refetch } = useQuery(logQuery(where, id))
  if (!log) {
    return (
      <RecordDrawer title={t('activity:records.log')} step={step}>
        <RecordUnavailable error={error} busy={isFetching} onRetry={() => void refetch()} />
      </RecordDrawer>
    )
  }
  return (
    <RecordDrawer
      title={`${log.method} ${log.url}`}
      heading={
        <>
          <Status status={log.status} /> <span lang="en">{log.description}</span>
        </>
      }
      step={step}
      foot={
        <>
          {log.objectId !== null && <RelatedRecordsLink objectId={log.objectId} />}
          <CopyAsCurl log={log} />
        </>
      }
    >
      <Facts
        facts={[
          [t('activity:records.columns.id'), <CopyText key="id" text={log.id} />],
          [
            t('activity:records.request'),
            <code key="request" className="ltr font-code text-12">{`${log.method} ${log.url}`}</code>,
          ],
          [t('activity:records.columns.time'), format.exactTime(log.createdAt)],
          [t('activity:records.columns.took'), t('activity:docs.took', { ms: Math.round(log.took) })],
          [
            t('activity:records.columns.by'),
            format.list([log.by?.name, log.address].filter((each) => each != null)),
          ],
          [t('activity:records.requestId'), <CopyText key="requestId" text={log.requestId} />],
        ]}
      />
      <Body title={t('activity:records.sent')} text={log.requestBody} />
      <Body title={t('activity:docs.answered')} text={log.responseBody} />
    </RecordDrawer>
  )
}

function CopyAsCurl({ log }: { readonly log: Log }) {
  const t = useText()
  const { copied, copy } = useCopy()
  return (
    <Button icon={<TerminalWindow size={16} />} onPress={() => copy(curlOf(log))}>
      {copied ? t('ui:copied') : t('activity:records.copyCurl')}
    </Button>
  )
}

/** The request as a curl command; the log contains no secrets. */
function curlOf({ method, url, requestBody }: Log): string {
  const body =
    requestBody === null
      ? ''
      : ` \\\n  -H 'content-type: application/json' \\\n  -d '${requestBody.replaceAll("'", "'\\''")}'`
  return `curl -X ${method} '${location.origin}${url}' \\\n  -u "$KINORA_TOKEN_ID:$KINORA_TOKEN_SECRET"${body}`
}

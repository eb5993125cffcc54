import type { ReportRun } from '@kinora/contract'
import { ArrowClockwise } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { useFormat } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { Button } from '../../../ui/button'
import type { Column } from '../../../ui/table-parts'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { RunState } from '../list/report-status'
import { useDownloadFile, useRetryRun } from '../queries'

/** @param timezone the zone of the report, in which days begin
 * @param mayRetry the caller may change the report */
export function useRunColumns(timezone: string, mayRetry: boolean): readonly Column<ReportRun>[] {
  const t = useText()
  const format = useFormat()
  const { tag } = languages[useLanguage()]
  const days = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: timezone })
  return [
    {
      id: 'date',
      head: t('reports:runs.columns.date'),
      width: '170px',
      cell: ({ dueAt, isLate, trigger }) => (
        <span className="block">
          <span className="tabular block">{format.moment(dueAt)}</span>
          {(isLate || trigger === 'person') && (
            <span className="block text-12 text-ink-3">
              {t(isLate ? 'reports:runs.late' : 'reports:runs.byPerson')}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'covers',
      head: t('reports:runs.columns.covers'),
      width: '150px',
      from: 'lg',
      cell: ({ from, to }) => (
        <span className="tabular text-ink-2">{days.formatRange(Date.parse(from), Date.parse(to) - 1)}</span>
      ),
    },
    {
      id: 'state',
      head: t('reports:runs.columns.state'),
      cell: (run) => <StateCell run={run} mayRetry={mayRetry} />,
    },
    {
      id: 'recipients',
      head: t('reports:runs.columns.recipients'),
      width: '100px',
      from: 'md',
      cell: ({ recipients: { sent, total } }) => (
        <span className="tabular text-ink-2">
          {t('reports:runs.sentOf', { sent: format.number(sent), total: format.number(total) })}
        </span>
      ),
    },
    {
      id: 'files',
      head: t('reports:runs.columns.files'),
      width: '250px',
      from: 'sm',
      cell: (run) => <FilesCell run={run} />,
    },
  ]
}

function StateCell({ run, mayRetry }: { readonly run: ReportRun; readonly mayRetry: boolean }) {
  const t = useText()
  const format = useFormat()
  const retry = useRetryRun()
  const onError = useProblemToast(t('reports:failed'))
  const canRetry = mayRetry && (run.state === 'failed' || run.state === 'partly')
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <span className="block min-w-0">
        <RunState state={run.state} />
        {run.reason !== null && (
          <span className="block text-12 text-pretty text-ink-3">{t(`reports:reasons.${run.reason}`)}</span>
        )}
        {run.webhook !== null && (
          <span className="block text-12 text-pretty text-ink-3">
            {t(`reports:runs.webhook.${run.webhook.state}`, {
              attempt: format.number(run.webhook.attempts),
              fault: run.webhook.fault ?? '',
            })}
          </span>
        )}
      </span>
      <span className="sm:hidden">
        <FilesCell run={run} />
      </span>
      {canRetry && (
        <Button
          size="small"
          icon={<ArrowClockwise size={14} />}
          busy={retry.isPending}
          onPress={() =>
            retry.mutate(run, {
              onSuccess: () => toast({ text: t('reports:runs.retried'), tone: 'good' }),
              onError,
            })
          }
        >
          {t('reports:runs.retry')}
        </Button>
      )}
    </span>
  )
}

function FilesCell({ run }: { readonly run: ReportRun }) {
  const t = useText()
  const download = useDownloadFile()
  const onError = useProblemToast(t('reports:failed'))
  return (
    <span className="flex flex-wrap gap-1.5">
      {run.files.map(({ format }) => (
        <Button
          key={format}
          size="small"
          icon={<DownloadSimple size={14} aria-hidden />}
          aria-label={t('reports:runs.download', { format: t(`reports:form.formats.${format}`) })}
          onPress={() => download.mutate({ run, format }, { onError })}
        >
          {t(`reports:form.formats.${format}`)}
        </Button>
      ))}
    </span>
  )
}

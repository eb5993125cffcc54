import type { CloudExport } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import type { Column } from '../../../ui/table-parts'
import { TextLink } from '../../../ui/text-link'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights, useWorkspace } from '../../identity'
import { ExportState } from './export-state'
import { useRetryExport } from './queries'

/** @param withVideo names the video of each export */
export function useExportColumns({ withVideo }: { readonly withVideo: boolean }): Column<CloudExport>[] {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  return [
    {
      id: 'export',
      head: t(withVideo ? 'intake:exports.columns.video' : 'intake:exports.columns.account'),
      cell: (one) => (
        <span className="block min-w-0 py-1.5">
          {withVideo && (
            <TextLink
              to="/$environmentId/videos/$contentId"
              params={{ environmentId: environment.id, contentId: one.contentId }}
              className="own-way cut block font-mid"
            >
              <bdi>{one.contentTitle}</bdi>
            </TextLink>
          )}
          <span className={withVideo ? 'own-way cut block text-12 text-ink-3' : 'own-way cut block font-mid'}>
            <bdi>{placeOf(one)}</bdi>
          </span>
          <Written files={one.written} />
        </span>
      ),
    },
    {
      id: 'state',
      head: t('intake:exports.columns.state'),
      width: '38%',
      cell: (one) => (
        <span className="block min-w-0 max-sm:py-1">
          <ExportState of={one} />
          <span className="block sm:hidden">
            <Retry of={one} />
          </span>
        </span>
      ),
    },
    {
      id: 'by',
      head: t('intake:exports.columns.by'),
      width: '11rem',
      from: 'lg',
      cell: ({ rule, createdBy, createdAt }) => (
        <span className="block min-w-0">
          <span className="own-way cut block">
            <bdi>{rule?.name ?? createdBy}</bdi>
          </span>
          <span className="block text-12 text-ink-3">{format.moment(createdAt)}</span>
        </span>
      ),
    },
    {
      id: 'retry',
      head: t('intake:exports.retry'),
      quietHead: true,
      width: '7.5rem',
      from: 'sm',
      cell: (one) => <Retry of={one} />,
    },
  ]
}

/** The account of an export, with the folder in it. */
export function placeOf({ account, path }: Pick<CloudExport, 'account' | 'path'>): string {
  return path === '' ? account.name : `${account.name}: ${path}`
}

/** The files that were written. */
function Written({ files }: { readonly files: CloudExport['written'] }) {
  const t = useText()
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <ul aria-label={t('intake:exports.written')} className="text-12 text-ink-3">
      {files.map(({ path, size }) => (
        <li key={path} className="flex min-w-0 gap-x-1.5">
          <span className="ltr own-way cut font-code" title={path}>
            {path.split('/').at(-1)}
          </span>
          <span className="tabular shrink-0">{format.bytes(size)}</span>
        </li>
      ))}
    </ul>
  )
}

function Retry({ of }: { readonly of: CloudExport }) {
  const t = useText()
  const { create } = useRights('Videos', 'Cloud Export')
  const retry = useRetryExport()
  const notDone = useProblemToast(t('intake:exports.notRetried'))
  if (!create || of.state !== 'failed') return null
  return (
    <Button
      variant="quiet"
      busy={retry.isPending}
      aria-label={t('intake:exports.retryOf', { name: of.contentTitle })}
      onPress={() =>
        retry.mutate(of.id, {
          onSuccess: () => toast({ text: t('intake:exports.started'), tone: 'good' }),
          onError: notDone,
        })
      }
    >
      {t('intake:exports.retry')}
    </Button>
  )
}

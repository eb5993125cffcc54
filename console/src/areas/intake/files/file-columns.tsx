import type { WatchFile, WatchFolder } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import type { Column } from '../../../ui/table-parts'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useTakeFile } from '../queries'
import { FilePath } from './file-path'
import { FileState } from './file-state'

export function useFileColumns(folder: WatchFolder): Column<WatchFile>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'path',
      head: t('intake:files.columns.file'),
      cell: (file) => (
        <FilePath environmentId={folder.environmentId} file={file}>
          {format.bytes(file.size)}
        </FilePath>
      ),
    },
    {
      id: 'state',
      head: t('intake:files.columns.state'),
      width: '42%',
      cell: (file) => (
        <span className="block min-w-0 max-sm:py-1">
          <FileState file={file} />
          <Companions file={file} />
          <span className="block sm:hidden">
            <TakeFile folder={folder} file={file} />
          </span>
        </span>
      ),
    },
    {
      id: 'changed',
      head: t('intake:files.columns.changed'),
      width: '10rem',
      from: 'md',
      cell: ({ changedAt }) => format.moment(changedAt),
    },
    {
      id: 'take',
      head: t('intake:files.columns.take'),
      quietHead: true,
      width: '8.5rem',
      from: 'sm',
      cell: (file) => <TakeFile folder={folder} file={file} />,
    },
  ]
}

/** The files that belong to one, and what is wrong with them. */
function Companions({ file: { companions } }: { readonly file: WatchFile }) {
  const t = useText()
  const shown = companions.filter(({ kind }) => kind !== 'marker')
  if (shown.length === 0) return null
  return (
    <ul aria-label={t('intake:files.companions')} className="text-12 text-ink-3">
      {shown.map(({ path, fault }) => (
        <li key={path} className="flex min-w-0 flex-wrap gap-x-1.5">
          <span className="ltr own-way cut font-code" title={path}>
            {path.split('/').at(-1)}
          </span>
          {fault !== null && <span className="text-bad">{t(`intake:files.companionFaults.${fault}`)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Makes a video of a file that waits, was skipped or has failed. */
function TakeFile({ folder, file }: { readonly folder: WatchFolder; readonly file: WatchFile }) {
  const t = useText()
  const { update } = useRights('Settings', 'Watch Folder')
  const take = useTakeFile(folder.id)
  const notDone = useProblemToast(t('intake:folders.notDone'))
  const isTaken = file.state === 'ingested'
  if (!update || file.state === 'queued' || file.state === 'fetching') return null
  return (
    <Button
      variant="quiet"
      busy={take.isPending}
      aria-label={t(isTaken ? 'intake:files.takeAgainOf' : 'intake:files.takeOf', { name: file.path })}
      onPress={() =>
        take.mutate(file.id, {
          onSuccess: () => toast({ text: t('intake:files.taken'), tone: 'good' }),
          onError: notDone,
        })
      }
    >
      {t(isTaken ? 'intake:files.takeAgain' : 'intake:files.take')}
    </Button>
  )
}

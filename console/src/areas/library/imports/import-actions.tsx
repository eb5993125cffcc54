import type { VideoImport } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { CancelImport } from './cancel-import'
import { DeleteImport } from './delete-import'
import { isUnderWay, useImportAction } from './queries'
import { useSaveReport } from './use-saved-sheets'

/** The actions on an import in its current state, the primary last. */
export function ImportActions({ videoImport }: { readonly videoImport: VideoImport }) {
  const t = useText()
  const rights = useRights('Videos', 'Video')
  const report = useSaveReport(videoImport)
  const [dialog, setDialog] = useState<'cancel' | 'delete'>()
  if (!rights.create) return null
  const { status, counts } = videoImport
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-2">
      <Menu
        label={t('library:actions.of', { title: videoImport.fileName })}
        trigger={
          <IconButton label={t('library:actions.of', { title: videoImport.fileName })}>
            <DotsThree size={16} weight="bold" />
          </IconButton>
        }
      >
        <MenuItem icon={<DownloadSimple size={16} />} onAction={() => report.mutate()}>
          {t('library:import.report')}
        </MenuItem>
        <MenuItem danger icon={<Trash size={16} />} onAction={() => setDialog('delete')}>
          {t('library:import.delete')}
        </MenuItem>
      </Menu>
      {status !== 'draft' && isUnderWay(counts) && (
        <Button onPress={() => setDialog('cancel')}>{t('library:import.cancelRest')}</Button>
      )}
      {status !== 'draft' && counts.failed > 0 && <RetryFailed videoImport={videoImport} />}
      {status === 'finished' && (
        <Button icon={<DownloadSimple size={16} />} busy={report.isPending} onPress={() => report.mutate()}>
          {t('library:import.report')}
        </Button>
      )}
      {(status === 'draft' || status === 'stopped') && <Start videoImport={videoImport} />}
      {dialog === 'cancel' && <CancelImport videoImport={videoImport} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && <DeleteImport videoImport={videoImport} onClose={() => setDialog(undefined)} />}
    </div>
  )
}

function Start({ videoImport: { id, status, counts } }: { readonly videoImport: VideoImport }) {
  const t = useText()
  const { mutate, isPending } = useImportAction(id, 'startImport')
  const onError = useProblemToast(t('library:import.notStarted'))
  return (
    <Button
      variant="primary"
      busy={isPending}
      disabled={counts.waiting === 0}
      onPress={() => mutate(undefined, { onError })}
    >
      {status === 'stopped' ? t('library:import.goOn') : t('library:import.start', { count: counts.waiting })}
    </Button>
  )
}

function RetryFailed({ videoImport: { id } }: { readonly videoImport: VideoImport }) {
  const t = useText()
  const { mutate, isPending } = useImportAction(id, 'retryImport')
  const onError = useProblemToast(t('library:failures.retry'))
  return (
    <Button busy={isPending} onPress={() => mutate(undefined, { onError })}>
      {t('library:import.retry')}
    </Button>
  )
}

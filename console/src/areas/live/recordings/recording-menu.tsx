import type { LiveRecording } from '@kinora/contract'
import { Archive } from '@phosphor-icons/react/dist/csr/Archive'
import { ArrowSquareOut } from '@phosphor-icons/react/dist/csr/ArrowSquareOut'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast-store'
import { useCopy } from '../../../ui/use-copy'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { DeleteVideo } from '../../library'
import { useArchiveRecording } from './queries'

interface RecordingMenuProps {
  readonly recording: LiveRecording
  /** The button that opens the menu. */
  readonly trigger: ReactNode
}

/** Menu of a recording. A growing recording can be neither kept nor deleted. */
export function RecordingMenu({ recording, trigger }: RecordingMenuProps) {
  const t = useText()
  const rights = useRights('Liverecordings', 'Recording')
  const mayDelete = useRights('Videos', 'Video').delete
  const { copy } = useCopy()
  const archive = useArchiveRecording()
  const onError = useProblemToast(t('live:recordings.archive.failed'))
  const [isDeleting, setDeleting] = useState(false)
  const { id, environmentId, title, isLive, playable, urls } = recording
  const keep = () =>
    archive.mutate(recording, {
      onError,
      onSuccess: () => toast({ text: t('live:recordings.archive.done', { title }), tone: 'good' }),
    })
  const copyLink = () => {
    copy(urls.shareable)
    if (isSecureContext) toast({ text: t('ui:copied'), tone: 'good' })
  }
  return (
    <>
      <Menu label={t('live:streams.actions.of', { name: title })} trigger={trigger}>
        <MenuItem
          icon={<ArrowSquareOut size={16} className="rtl:-scale-x-100" />}
          href={`/${environmentId}/live-recording/${id}`}
        >
          {t('live:streams.actions.open')}
        </MenuItem>
        {playable && (
          <MenuItem icon={<LinkSimple size={16} />} onAction={copyLink}>
            {t('live:streams.actions.copyLink')}
          </MenuItem>
        )}
        {rights.update && !isLive && (
          <MenuItem icon={<Archive size={16} />} onAction={keep}>
            {t('live:recordings.archive.action')}
          </MenuItem>
        )}
        {mayDelete && !isLive && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setDeleting(true)}>
            {t('live:recordings.delete')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {isDeleting && <DeleteVideo content={recording} onClose={() => setDeleting(false)} />}
      </Suspense>
    </>
  )
}

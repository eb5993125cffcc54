import type { Content, PlaybackId } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { playbackIdName } from './playback-id'
import { useDeletePlaybackId } from './queries'

interface DeletePlaybackIdProps {
  readonly content: Content
  readonly playbackId: PlaybackId
  readonly onClose: () => void
}

/** Asks before a playback id is deleted, which breaks every address with it. */
export function DeletePlaybackId({ content, playbackId, onClose }: DeletePlaybackIdProps) {
  const t = useText()
  const name = isolate(playbackIdName(t, playbackId))
  return (
    <ConfirmAction
      mutation={useDeletePlaybackId(content.id)}
      of={playbackId.id}
      title={t('library:playbackIds.deleteTitle', { name })}
      confirm={t('library:playbackIds.delete')}
      cancel={t('library:delete.keep', { count: 1 })}
      done={t('library:playbackIds.deleted', { name })}
      failed={t('library:playbackIds.deleteFailed')}
      onClose={onClose}
    >
      <p>{t('library:playbackIds.deleteAbout')}</p>
      <code className="ltr mt-3 block text-start font-code text-12 text-ink wrap-anywhere">
        {playbackId.id}
      </code>
    </ConfirmAction>
  )
}

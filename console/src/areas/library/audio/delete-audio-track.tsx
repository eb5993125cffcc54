import type { AudioTrack, Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useDeleteAudioTrack } from './queries'

interface DeleteAudioTrackProps {
  readonly content: Content
  readonly track: AudioTrack
  readonly onClose: () => void
}

export function DeleteAudioTrack({ content, track, onClose }: DeleteAudioTrackProps) {
  const t = useText()
  const { name } = track
  return (
    <ConfirmAction
      mutation={useDeleteAudioTrack(content.id)}
      of={track.id}
      title={t('library:audio.deleteTitle', { name })}
      confirm={t('library:audio.delete')}
      cancel={t('library:audio.keep')}
      done={t('library:audio.deleted', { name })}
      failed={t('library:audio.deleteFailed')}
      onClose={onClose}
    >
      {t('library:audio.deleteAbout')}
    </ConfirmAction>
  )
}

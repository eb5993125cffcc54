import type { Content, PlaybackId } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { playbackIdName } from './playback-id'
import { PlaybackRulesDialog } from './playback-rules-dialog'
import { useSavePlaybackId } from './queries'

interface EditPlaybackIdProps {
  readonly content: Content
  /** Undefined for a new playback id. */
  readonly playbackId?: PlaybackId
  readonly onClose: () => void
}

/** Edits the policy and the restrictions of a playback id. */
export function EditPlaybackId({ content, playbackId, onClose }: EditPlaybackIdProps) {
  const t = useText()
  const save = useSavePlaybackId(content.id, playbackId?.id)
  return (
    <PlaybackRulesDialog
      title={
        playbackId
          ? t('library:playbackIds.editTitle', { name: playbackIdName(t, playbackId) })
          : t('library:playbackIds.add')
      }
      submit={t(`library:playbackIds.${playbackId ? 'save' : 'submit'}`)}
      known={playbackId}
      isNamed
      busy={save.isPending}
      error={save.error}
      onSave={(body) =>
        save.mutate(body, {
          onSuccess: (saved) => {
            const name = playbackIdName(t, saved)
            toast({
              text: t(`library:playbackIds.${playbackId ? 'saved' : 'added'}`, { name }),
              tone: 'good',
            })
            onClose()
          },
        })
      }
      onClose={onClose}
    />
  )
}

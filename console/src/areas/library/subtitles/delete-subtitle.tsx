import type { Content, Subtitle } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useDeleteSubtitle } from './queries'
import { shownVersion } from './subtitle-state'

interface DeleteSubtitleProps {
  readonly content: Content
  readonly subtitle: Subtitle
  /** Deletes only the draft; the published version stays. */
  readonly draftOnly: boolean
  readonly onClose: () => void
}

export function DeleteSubtitle({ content, subtitle, draftOnly, onClose }: DeleteSubtitleProps) {
  const t = useText()
  const { name } = shownVersion(subtitle)
  const what = draftOnly ? 'discarding' : 'deleting'
  const isPublic = subtitle.published !== null
  return (
    <ConfirmAction
      mutation={useDeleteSubtitle(content.id)}
      of={{ subtitleId: subtitle.id, draftOnly }}
      title={t(`library:subtitles.${what}.title`, { name })}
      confirm={t(`library:subtitles.${what}.submit`)}
      cancel={t('library:subtitles.keep')}
      done={t(`library:subtitles.${what}.done`, { name })}
      failed={t('library:subtitles.deleteFailed')}
      onClose={onClose}
    >
      {draftOnly
        ? t('library:subtitles.discarding.about')
        : isPublic
          ? t('library:subtitles.deleting.aboutPublic')
          : t('library:subtitles.deleting.about')}
    </ConfirmAction>
  )
}

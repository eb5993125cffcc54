import type { Content, Subtitle } from '@kinora/contract'
import { useText } from '../../../../lib/i18n'
import { ConfirmDialog } from '../../../../ui/confirm-dialog'
import { toast } from '../../../../ui/toast-store'
import { useProblemToast } from '../../../../ui/use-problem-toast'
import { useDeleteSubtitle } from '../../queries-subtitles'
import { shownVersion } from '../../subtitle-state'

interface DeleteSubtitleProps {
  readonly content: Content
  readonly subtitle: Subtitle
  /** What viewers have stays. */
  readonly draftOnly: boolean
  readonly onClose: () => void
}

export function DeleteSubtitle({ content, subtitle, draftOnly, onClose }: DeleteSubtitleProps) {
  const t = useText()
  const { mutate, isPending } = useDeleteSubtitle(content.id)
  const onError = useProblemToast(t('library:subtitles.deleteFailed'))
  const { name } = shownVersion(subtitle)
  const what = draftOnly ? 'discarding' : 'deleting'
  const isPublic = subtitle.published !== null
  const send = () =>
    mutate(
      { subtitleId: subtitle.id, draftOnly },
      {
        onSuccess: () => {
          toast({ text: t(`library:subtitles.${what}.done`, { name }), tone: 'good' })
          onClose()
        },
        onError,
      },
    )
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t(`library:subtitles.${what}.title`, { name })}
      confirm={t(`library:subtitles.${what}.submit`)}
      cancel={t('library:subtitles.keep')}
      busy={isPending}
      onConfirm={send}
    >
      {draftOnly
        ? t('library:subtitles.discarding.about')
        : isPublic
          ? t('library:subtitles.deleting.aboutPublic')
          : t('library:subtitles.deleting.about')}
    </ConfirmDialog>
  )
}

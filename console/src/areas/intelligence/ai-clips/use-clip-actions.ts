import type { AiClip, AiClipState } from '@kinora/contract'
import { useNavigate } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useStable } from '../../../lib/hooks/use-stable'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { titleOf } from './clip-row'
import { useMakeSocialClip, useMoveAiClip, usePublishAiClip } from './queries'

/** Moves clips between states, with Undo, publishes them, and makes social clips of them. */
export function useClipActions(contentId: string) {
  const t = useText()
  const moving = useMoveAiClip(contentId)
  const publishing = usePublishAiClip(contentId)
  const social = useMakeSocialClip(contentId)
  const format = useFormat()
  const navigate = useNavigate()
  const socialFailed = useProblemToast(t('intelligence:aiClips.socialFailed'))
  const changeFailed = useProblemToast(t('intelligence:aiClips.changeFailed'))
  const publishFailed = useProblemToast(t('intelligence:aiClips.publishFailed'))
  const move = useStable(({ id: clipId, state: before }: AiClip, state: AiClipState) =>
    moving.mutate(
      { clipId, state },
      {
        onError: changeFailed,
        onSuccess() {
          if (state === 'suggested') return
          toast({
            text: t(
              state === 'highlight' ? 'intelligence:aiClips.highlighted' : 'intelligence:aiClips.isArchived',
            ),
            tone: 'good',
            action: {
              label: t('intelligence:aiClips.undo'),
              run: () => moving.mutate({ clipId, state: before }, { onError: changeFailed }),
            },
          })
        },
      },
    ),
  )
  const publish = useStable(({ id }: AiClip) =>
    publishing.mutate(id, {
      onError: publishFailed,
      onSuccess: () => toast({ text: t('intelligence:aiClips.published'), tone: 'good' }),
    }),
  )
  const makeSocial = useStable((clip: AiClip) =>
    social.mutate(
      { ...clip, name: titleOf(t, format.duration(clip.start), clip) },
      {
        onError: socialFailed,
        onSuccess: ({ id, environmentId }) =>
          toast({
            text: t('intelligence:aiClips.socialMade'),
            tone: 'good',
            action: {
              label: t('intelligence:aiClips.openVideo'),
              run: () =>
                void navigate({
                  to: '/$environmentId/videos/$contentId',
                  params: { environmentId, contentId: id },
                }),
            },
          }),
      },
    ),
  )
  return {
    move,
    publish,
    makeSocial,
    publishingId: publishing.isPending ? publishing.variables : undefined,
    socialId: social.isPending ? social.variables.id : undefined,
  }
}

import type { AiClip, AiClipState } from '@kinora/contract'
import { useStable } from '../../../lib/hooks/use-stable'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useMoveAiClip, usePublishAiClip } from './queries'

/** Moves clips between states, with Undo, and publishes them. */
export function useClipActions(contentId: string) {
  const t = useText()
  const moving = useMoveAiClip(contentId)
  const publishing = usePublishAiClip(contentId)
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
  return { move, publish, publishingId: publishing.isPending ? publishing.variables : undefined }
}

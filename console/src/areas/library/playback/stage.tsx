import type { Content } from '@kinora/contract'
import type { Player } from '@kinora/player'
import { lazy, Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { Skeleton } from '../../../ui/skeleton'
import { StageFailed } from './stage-failed'
import { StageTrashed } from './stage-trashed'
import { StageWorking } from './stage-working'

const PlayerHost = lazy(async () => ({ default: (await import('./player-host')).PlayerHost }))

interface StageProps {
  readonly content: Content
  /** The start time from the address, if any. */
  readonly startAt?: string | undefined
  /** Called when the player is created or destroyed. */
  readonly onPlayer?: (player: Player | undefined) => void
}

/** The player once the video is playable; before that its progress, or its error. */
export function Stage({ content, startAt, onPlayer }: StageProps) {
  const t = useText()
  return (
    <section
      aria-label={t('library:video.player')}
      className="relative aspect-[16/9] w-full overflow-hidden rounded-3 bg-stage max-sm:rounded-none"
    >
      {content.trashedAt !== null ? (
        <StageTrashed />
      ) : content.playable ? (
        <Suspense fallback={<Skeleton className="size-full" />}>
          <PlayerHost content={content} startAt={startAt} {...(onPlayer && { onPlayer })} />
        </Suspense>
      ) : content.status === 'failed' ? (
        <StageFailed content={content} />
      ) : (
        <StageWorking content={content} />
      )}
    </section>
  )
}

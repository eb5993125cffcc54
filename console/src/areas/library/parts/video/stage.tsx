import { lazy, Suspense } from 'react'
import { useText } from '../../../../lib/i18n'
import { Skeleton } from '../../../../ui/skeleton'
import type { PlayerHostProps } from './player-host'
import { StageFailed } from './stage-failed'
import { StageTrashed } from './stage-trashed'
import { StageWorking } from './stage-working'

const PlayerHost = lazy(async () => ({ default: (await import('./player-host')).PlayerHost }))

/** The video itself as soon as it can be watched; before that, how far it is; or why it will not be. */
export function Stage({ content, onVideo }: PlayerHostProps) {
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
          <PlayerHost content={content} {...(onVideo && { onVideo })} />
        </Suspense>
      ) : content.status === 'failed' ? (
        <StageFailed content={content} />
      ) : (
        <StageWorking content={content} />
      )}
    </section>
  )
}

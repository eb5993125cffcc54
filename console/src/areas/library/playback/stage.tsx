import type { Content } from '@kinora/contract'
import type { Player } from '@kinora/player'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { lazy, Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { Skeleton } from '../../../ui/skeleton'
import { StageFailed } from './stage-failed'
import { StageWorking } from './stage-working'

const PlayerHost = lazy(async () => ({ default: (await import('./player-host')).PlayerHost }))

/** Props of a tab with a player. */
export interface PlayerTabProps {
  readonly content: Content
  /** The start time from the address, if any. */
  readonly startAt: string | undefined
}

interface StageProps extends PlayerTabProps {
  /** Called when the player is created or destroyed. */
  readonly onPlayer?: (player: Player | undefined) => void
  /** Width by height of the player. */
  readonly ratio?: number
  /** Names the player on a page with several. */
  readonly label?: string
}

/** The player once the video is playable; before that its progress, or its error. */
export function Stage({ content, startAt, onPlayer, ratio = 16 / 9, label }: StageProps) {
  const t = useText()
  return (
    <section
      aria-label={label ?? t('library:video.player')}
      style={{ aspectRatio: ratio }}
      className="relative w-full overflow-hidden rounded-3 bg-stage max-sm:rounded-none"
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

/** Replaces the player of a trashed video. */
function StageTrashed() {
  const t = useText()
  return (
    <div
      data-theme="dark"
      className="absolute inset-0 grid place-content-center justify-items-center p-6 text-center text-ink"
    >
      <Trash size={28} className="text-ink-2" aria-hidden />
      <p className="mt-3 text-16 font-head">{t('library:trash.stage')}</p>
      <p className="mt-1 max-w-90 text-pretty text-ink-2">{t('library:trash.stageAbout')}</p>
    </div>
  )
}

import type { Livestream } from '@kinora/contract'
import { Broadcast } from '@phosphor-icons/react/dist/csr/Broadcast'
import { Prohibit } from '@phosphor-icons/react/dist/csr/Prohibit'
import { Stop } from '@phosphor-icons/react/dist/csr/Stop'
import { lazy, type ReactNode, Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { useRights } from '../../identity'
import { TestBars } from '../streams/test-bars'
import { TestSignal } from './test-signal'

const LivePlayer = lazy(async () => ({ default: (await import('../monitoring/live-player')).LivePlayer }))

interface StageProps {
  readonly stream: Livestream
  readonly onGoLive: () => void
}

/** The player while the stream is live. Otherwise a message that says what the stream waits for. */
export function Stage({ stream, onGoLive }: StageProps) {
  const t = useText()
  const { update } = useRights('Livestreams', 'Livestream')
  const { status, displayStatus } = stream
  const waiting = status === 'connecting' ? 'connecting' : 'waiting'
  return (
    <section
      aria-label={t('live:stream.player')}
      className="relative aspect-[16/9] w-full overflow-hidden rounded-3 bg-stage"
    >
      {displayStatus === 'Live' ? (
        <Suspense fallback={<Skeleton className="size-full" />}>
          <LivePlayer stream={stream} />
        </Suspense>
      ) : displayStatus === 'Active' ? (
        <>
          <TestBars />
          <Plate
            icon={<Broadcast size={28} />}
            title={t(`live:stream.stage.${waiting}.title`)}
            about={t(`live:stream.stage.${waiting}.about`)}
          >
            <div className="mt-4 flex flex-wrap justify-center gap-2">
              {update && stream.ingest.whip !== null && (
                <Button onPress={onGoLive}>{t('live:stream.goLive')}</Button>
              )}
              <TestSignal stream={stream} />
            </div>
          </Plate>
        </>
      ) : status === 'disabled' ? (
        <Plate
          icon={<Prohibit size={28} />}
          title={t('live:stream.stage.disabled.title')}
          about={t('live:stream.stage.disabled.about')}
        />
      ) : (
        <Plate
          icon={<Stop size={28} />}
          title={t('live:stream.stage.stopped.title')}
          about={t('live:stream.stage.stopped.about')}
        />
      )}
    </section>
  )
}

interface PlateProps {
  readonly icon: ReactNode
  readonly title: string
  readonly about: string
  readonly children?: ReactNode
}

/** A message in place of the video. */
function Plate({ icon, title, about, children }: PlateProps) {
  return (
    <div
      data-theme="dark"
      role="status"
      className="absolute inset-0 grid place-content-center justify-items-center p-6 text-center text-ink"
    >
      <div className="grid justify-items-center rounded-3 bg-stage px-6 py-4">
        <span className="text-ink-2" aria-hidden>
          {icon}
        </span>
        <p className="mt-2 text-16 font-head">{title}</p>
        <p className="mt-1 max-w-90 text-pretty text-ink-2 max-sm:hidden">{about}</p>
        {children}
      </div>
    </div>
  )
}

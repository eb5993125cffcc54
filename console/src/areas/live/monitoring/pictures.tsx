import type { Livestream, Monitors } from '@kinora/contract'
import type { Player } from '@kinora/player'
import { Suspense, useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { useTicks } from '../streams/moving-image'
import { secondsText } from './figures'

const LivePlayer = lazy(async () => ({ default: (await import('./live-player')).LivePlayer }))

interface PicturesProps {
  readonly stream: Livestream
  readonly monitors: Monitors
}

/** Preview of the source, of the playback with its latency, and of each rendition. */
export function Pictures({ stream, monitors: { health, renditions } }: PicturesProps) {
  const t = useText()
  const [player, setPlayer] = useState<Player>()
  const [source] = renditions
  return (
    <Section title={t('live:monitoring.pictures.title')}>
      <div className="grid gap-x-9 gap-y-4 pt-3 sm:grid-cols-2">
        <figure className="min-w-0">
          <div className="hatched grid aspect-[16/9] place-items-center overflow-hidden rounded-2 bg-sunk">
            {health !== null && source ? (
              <Still stream={stream} id={source.id} widthPx={640} />
            ) : (
              <span className="text-ink-3">{t('live:monitoring.pictures.noSignal')}</span>
            )}
          </div>
          <figcaption className="flex flex-wrap justify-between gap-x-3 pt-1 text-12 text-ink-2">
            {t('live:monitoring.pictures.incoming')}
          </figcaption>
        </figure>
        <figure className="min-w-0">
          <div className="aspect-[16/9] overflow-hidden rounded-2 bg-stage">
            <Suspense fallback={<Skeleton className="size-full" />}>
              <LivePlayer stream={stream} onPlayer={setPlayer} />
            </Suspense>
          </div>
          <figcaption className="flex flex-wrap justify-between gap-x-3 pt-1 text-12 text-ink-2">
            {t('live:monitoring.pictures.outgoing')}
            <Latency player={player} />
          </figcaption>
        </figure>
      </div>
      {renditions.length > 1 && (
        <ul
          aria-label={t('live:monitoring.pictures.renditions')}
          className="grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-3 pt-4"
        >
          {renditions.map(({ id, name }) => (
            <li key={id} className="min-w-0">
              <span className="hatched block aspect-[16/9] overflow-hidden rounded-1 bg-sunk">
                <Still stream={stream} id={id} widthPx={320} />
              </span>
              <bdi className="block pt-1 text-12 text-ink-3">
                {name === 'source' ? t('live:monitoring.pictures.source') : name}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

interface StillProps {
  readonly stream: Livestream
  /** ID of the rendition. */
  readonly id: string
  readonly widthPx: number
}

/** Current still image of a rendition, or a placeholder. */
function Still({ stream: { urls, playbackToken }, id, widthPx }: StillProps) {
  const tick = useTicks(true)
  const [broken, setBroken] = useState<string>()
  const token = playbackToken?.value
  const query = new URLSearchParams({
    v: `${id}.${tick}`,
    width: String(widthPx),
    ...(token !== undefined && { token }),
  })
  const address = `${urls.thumbnail}?${query}`
  if (address === broken) return null
  return (
    <img
      src={address}
      alt=""
      decoding="async"
      onError={() => setBroken(address)}
      className="size-full object-contain"
    />
  )
}

const measureMs = 1000

/** Latency from the arrival at the server to this player. */
function Latency({ player }: { readonly player: Player | undefined }) {
  const t = useText()
  const format = useFormat()
  const [latencyMs, setLatency] = useState<number | null>(null)
  useEffect(() => {
    const timer = setInterval(() => setLatency(player?.latencyMs() ?? null), measureMs)
    return () => clearInterval(timer)
  }, [player])
  return (
    <span className="tabular text-ink-3" title={t('live:monitoring.pictures.glassAbout')}>
      {latencyMs === null
        ? t('live:monitoring.pictures.glassUnknown')
        : t('ui:because', {
            what: t('live:monitoring.pictures.glass'),
            why: secondsText(t, format, latencyMs / 1000),
          })}
    </span>
  )
}

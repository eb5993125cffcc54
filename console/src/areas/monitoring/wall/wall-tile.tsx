import type { HiddenReason, TileSignal, TileState } from '@kinora/contract'
import { ArrowUpRight } from '@phosphor-icons/react/dist/csr/ArrowUpRight'
import { SpeakerHigh } from '@phosphor-icons/react/dist/csr/SpeakerHigh'
import { useNavigate } from '@tanstack/react-router'
import { memo, useEffect, useRef } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import type { TileInfo, Wall } from '../stream/wall'
import { AlarmText } from './alarm-text'

interface WallTileProps {
  readonly name: string
  /** From 1, on all pages. */
  readonly number: number
  readonly info: TileInfo | undefined
  readonly wall: Wall | null
  readonly isFull: boolean
  /** Tiles are so small that only their names fit. */
  readonly isDense: boolean
  readonly isFirst: boolean
  readonly isListened: boolean
  readonly isAcknowledged: boolean
  readonly href: string | undefined
  readonly onListen: () => void
}

/** Quieter audio has no level that says anything. */
const QUIET_DB = -90

/** A tile: pictures, levels, name and state. A press plays its audio, or ends this. */
export const WallTile = memo(
  function WallTile(props: WallTileProps) {
    const { name, number, info, wall, isFull, isDense, isFirst, isListened, isAcknowledged, href, onListen } =
      props
    const t = useText()
    const format = useFormat()
    const navigate = useNavigate()
    const pictures = useRef<HTMLCanvasElement>(null)
    const levels = useRef<HTMLCanvasElement>(null)
    useEffect(() => {
      if (wall === null || pictures.current === null || levels.current === null) return
      return wall.attach(name, pictures.current, levels.current)
    }, [wall, name])
    const state = info?.state ?? null
    const [alarm] = info?.alarms ?? []
    const isLive = state?.status === 'live'
    const title = state?.name || t('monitoring:tile.unnamed')
    const status = state === null ? t('monitoring:tile.loading') : t(`monitoring:status.${state.status}`)
    return (
      <li
        className={cx(
          'relative flex min-h-0 min-w-0 flex-col rounded-2 p-1',
          frameOf(alarm?.tone, isAcknowledged),
        )}
      >
        <button
          type="button"
          data-tile={name}
          aria-pressed={isListened}
          tabIndex={isFirst ? 0 : -1}
          onClick={onListen}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'o') currentTarget.closest('li')?.querySelector('a')?.click()
          }}
          className={cx(
            'flex min-h-0 flex-1 cursor-default flex-col-reverse justify-end overflow-hidden rounded-1 text-start',
            isListened ? 'bg-select' : 'bg-panel',
          )}
        >
          {/* First for screen readers, at the bottom for others. */}
          <span className="flex h-7 w-full items-center gap-2 px-2 text-12">
            <span className="tabular text-ink-3">{format.number(number)}</span>
            <span
              aria-hidden
              className={cx('size-[7px] shrink-0 rounded-full', isLive ? 'bg-live' : 'border border-ink-3')}
            />
            <bdi dir="auto" className="own-way cut min-w-0 flex-1 font-mid text-ink">
              {title}
            </bdi>
            {isLive && !alarm && <span className="sr-only">{status}</span>}
            {!isDense && isLive && <Figures info={info} />}
          </span>
          <span
            className={cx('grid w-full gap-1', isFull && 'min-h-0 flex-1')}
            style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}
          >
            <span
              className="relative block h-full bg-sunk"
              style={isFull ? undefined : { aspectRatio: '16 / 9' }}
            >
              <canvas ref={pictures} aria-hidden className="absolute inset-0 size-full object-contain" />
              {state !== null && !isLive && <Covered state={state} text={status} />}
              {isLive && state.signal?.hidden && (
                <HiddenPicture signal={state.signal} hidden={state.signal.hidden} />
              )}
              {alarm && isLive && (
                <span className="absolute inset-0 grid grid-cols-[minmax(0,1fr)] place-items-center p-2 text-center">
                  <span
                    className={cx(
                      'max-w-full rounded-2 px-2 py-1 text-12 font-head text-act-ink',
                      alarm.tone === 'bad' ? 'bg-bad' : 'bg-warn',
                    )}
                  >
                    <AlarmText alarm={alarm} />
                  </span>
                </span>
              )}
              {isListened && (
                <span className="absolute start-2 top-2 grid size-6 place-items-center rounded-1 bg-act text-act-ink">
                  <SpeakerHigh size={14} weight="fill" aria-hidden />
                </span>
              )}
            </span>
            <span className="relative block w-4 p-0.5">
              <canvas ref={levels} aria-hidden className="absolute inset-0 size-full" />
            </span>
          </span>
        </button>
        {href !== undefined && state?.status !== 'gone' && (
          <a
            href={href}
            onClick={(event) => {
              event.preventDefault()
              void navigate({ href })
            }}
            tabIndex={-1}
            aria-label={t('monitoring:tile.open', { name: title })}
            className="absolute end-8 top-2 grid size-6 place-items-center rounded-1 bg-scrim text-ink"
          >
            <ArrowUpRight size={14} aria-hidden />
          </a>
        )}
      </li>
    )
  },
  (before, after) =>
    before.info === after.info &&
    before.wall === after.wall &&
    before.name === after.name &&
    before.number === after.number &&
    before.isFull === after.isFull &&
    before.isDense === after.isDense &&
    before.isFirst === after.isFirst &&
    before.isListened === after.isListened &&
    before.isAcknowledged === after.isAcknowledged,
)

function frameOf(tone: 'bad' | 'warn' | undefined, isAcknowledged: boolean): string {
  if (tone === undefined) return ''
  if (isAcknowledged) return tone === 'bad' ? 'bg-bad-soft' : 'bg-warn-soft'
  return tone === 'bad' ? 'hatched-bad' : 'hatched-warn'
}

/** Over the last picture of a tile that is not live. */
function Covered({ state, text }: { readonly state: TileState; readonly text: string }) {
  const isFault = ['waiting', 'interrupted', 'lost', 'silent'].includes(state.status)
  return (
    <span className="absolute inset-0 grid place-items-center bg-scrim p-2 text-center">
      <span className={cx('text-12 font-head', isFault ? 'text-bad' : 'text-ink-2')}>{text}</span>
    </span>
  )
}

interface HiddenPictureProps {
  readonly signal: TileSignal
  readonly hidden: HiddenReason
}

/** A stream that arrives, and why it has no pictures here. */
function HiddenPicture({ signal: { kbps, codec }, hidden }: HiddenPictureProps) {
  const t = useText()
  const format = useFormat()
  return (
    <span className="absolute inset-0 grid grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-1 bg-scrim p-2 text-center text-12">
      <span className="tabular font-head text-ink">{format.bitrate(kbps * 1000)}</span>
      <span className="text-ink-2">{t(`monitoring:hidden.${hidden}`, { codec: codec ?? '' })}</span>
    </span>
  )
}

/** Bitrate and audio level, where they fit. */
function Figures({ info }: { readonly info: TileInfo | undefined }) {
  const t = useText()
  const format = useFormat()
  const kbps = info?.state?.health?.bitrateKbps ?? info?.state?.signal?.kbps
  const isLow = info?.alarms.some(({ id }) => id === 'bitrate-low')
  return (
    <span aria-hidden className="tabular flex shrink-0 gap-2 text-ink-3 max-sm:hidden">
      {kbps !== undefined && <span className={cx(isLow && 'text-warn')}>{format.bitrate(kbps * 1000)}</span>}
      {info?.level && info.level.rms > QUIET_DB && (
        <span dir="ltr" className="max-lg:hidden">
          {t('monitoring:tile.level', { value: format.number(Math.round(info.level.rms)) })}
        </span>
      )}
    </span>
  )
}

export function EmptyPlace() {
  const t = useText()
  return (
    <li className="grid place-items-center rounded-2 border border-dashed border-rule p-4 text-12 text-ink-3">
      {t('monitoring:tile.empty')}
    </li>
  )
}

import { type KeyboardEvent, type Ref, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { useShortcut } from '../../../lib/keys'
import { cx } from '../../../ui/cx'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import type { ShownWall } from '../shown-wall'
import { canDecode } from '../stream/tile-view'
import { useWall } from '../stream/use-wall'
import { useTileKinds } from '../use-tile-kinds'
import { AlarmStrip } from './alarm-strip'
import { ConnectionNote } from './connection-note'
import { PageBar } from './page-bar'
import { TileAudio } from './tile-audio'
import { useAcknowledged } from './use-acknowledged'
import type { Rotation } from './use-rotation'
import { EmptyPlace, WallTile } from './wall-tile'

interface WallStageProps {
  readonly ref: Ref<HTMLDivElement>
  readonly wall: ShownWall
  readonly rotation: Rotation
  readonly isFull: boolean
  readonly onPage: (page: number) => void
}

/** Down to the end of the window, below the title. */
const tall = { minHeight: 'calc(100dvh - 76px)' } as const

/** The tiles of a page on a dark ground, with their alarms. */
export function WallStage({ ref, wall, rotation, isFull, onPage }: WallStageProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const kinds = useTileKinds()
  const names = wall.shown.filter(Boolean)
  const [source, { tiles, connection }] = useWall(environment.id, names)
  const [listened, setListened] = useState<string | null>(null)
  const alarms = useAcknowledged(names, tiles)
  useShortcut('a', t('monitoring:alarms.acknowledge'), alarms.acknowledge)
  const places = wall.grid ** 2
  const first = (wall.page - 1) * places
  const placed = wall.shown.map((name, at) => ({ name, number: first + at + 1 }))
  const listen = (name: string) => setListened((before) => (before === name ? null : name))

  const partsOf = (name: string) => {
    const [kind, id = ''] = name.split(':')
    const [, part] = [...kinds].find(([of]) => of === kind) ?? []
    return part && { id, name, Listen: part.Listen, href: part.href(environment.id, id) }
  }
  const heard = listened !== null && wall.tiles.includes(listened) ? partsOf(listened) : undefined

  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && listened !== null) setListened(null)
    const number = Number(event.key)
    const named = Number.isInteger(number) && number > 0 ? wall.shown[number - 1] : undefined
    if (named) listen(named)
    if (event.key === 'PageDown' || event.key === 'PageUp') {
      event.preventDefault()
      const next = wall.page + (event.key === 'PageDown' ? 1 : -1)
      onPage(next > wall.pages ? 1 : next < 1 ? wall.pages : next)
    }
    moveFocus(event)
  }
  return (
    <section
      ref={ref}
      data-theme="dark"
      aria-label={t('monitoring:title')}
      onKeyDown={pressed}
      style={isFull ? undefined : tall}
      className={cx('flex flex-col bg-stage text-ink', !isFull && '-mx-8 mt-4 -mb-10 max-sm:-mx-4')}
    >
      <ConnectionNote connection={connection} />
      <AlarmStrip alarms={alarms} />
      {!canDecode() && <p className="px-4 pt-3 text-12 text-ink-3">{t('monitoring:wall.stillImages')}</p>}
      <ul
        aria-label={t('monitoring:wall.tiles')}
        className={cx('grid gap-1 p-2 max-sm:grid-cols-2!', isFull && 'min-h-0 flex-1')}
        style={{
          gridTemplateColumns: `repeat(${wall.grid}, minmax(0, 1fr))`,
          ...(isFull && { gridAutoRows: 'minmax(0, 1fr)' }),
        }}
      >
        {placed.map(({ name, number }) =>
          name === '' ? (
            <EmptyPlace key={`place ${number}`} />
          ) : (
            <WallTile
              key={name}
              name={name}
              number={number}
              info={tiles.get(name)}
              wall={source}
              isFull={isFull}
              isDense={wall.grid > 5}
              isFirst={number === first + 1}
              isListened={listened === name}
              isAcknowledged={alarms.isAcknowledged(name)}
              href={partsOf(name)?.href}
              onListen={() => listen(name)}
            />
          ),
        )}
      </ul>
      <PageBar wall={wall} rotation={rotation} onPage={onPage} />
      {/* The tiles stay, and keep the focus, while the player loads. */}
      <Suspense>
        {heard &&
          (heard.Listen ? (
            <heard.Listen key={heard.id} id={heard.id} />
          ) : (
            <TileAudio key={heard.id} tile={heard.name} />
          ))}
      </Suspense>
    </section>
  )
}

/** Arrow keys move the focus between tiles as they are on the screen. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  const list = event.currentTarget.querySelector('ul')
  if (at === -1 || list === null) return
  const { direction, gridTemplateColumns } = getComputedStyle(list)
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  const row = gridTemplateColumns.split(' ').length
  const steps: Readonly<Record<string, number>> = {
    [forward]: 1,
    [backward]: -1,
    ArrowDown: row,
    ArrowUp: -row,
  }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  all[at + step]?.focus()
}

/** Keeps the place of a wall that loads. */
export function LoadingWall() {
  return (
    <div
      aria-busy
      style={tall}
      data-theme="dark"
      className="-mx-8 mt-4 -mb-10 grid grid-cols-2 content-start gap-1 bg-stage p-2 max-sm:-mx-4"
    >
      {['one', 'two', 'three', 'four'].map((place) => (
        <Skeleton key={place} className="h-40 w-full" />
      ))}
    </div>
  )
}

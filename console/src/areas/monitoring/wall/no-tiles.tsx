import { Broadcast } from '@phosphor-icons/react/dist/csr/Broadcast'
import { SquaresFour } from '@phosphor-icons/react/dist/csr/SquaresFour'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { FirstUse } from '../../../ui/first-use'
import { LinkButton } from '../../../ui/link-button'
import { State } from '../../../ui/state'
import { useWorkspace } from '../../identity'

interface NoTilesProps {
  readonly hasSources: boolean
  readonly onArrange: () => void
}

/** A wall without tiles: nothing is on air, or the environment has no live streams. */
export function NoTiles({ hasSources, onArrange }: NoTilesProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const toStreams = {
    to: '/$environmentId/live-stream',
    params: { environmentId: environment.id },
    icon: <Broadcast size={16} />,
    children: t('monitoring:wall.toStreams'),
  } as const
  if (hasSources)
    return (
      <div className="pt-10">
        <State
          icon={<SquaresFour size={20} />}
          title={t('monitoring:wall.nothingOnAir')}
          actions={
            <>
              <Button variant="primary" onPress={onArrange}>
                {t('monitoring:arrange.choose')}
              </Button>
              <LinkButton {...toStreams} />
            </>
          }
        >
          {t('monitoring:wall.nothingOnAirAbout')}
        </State>
      </div>
    )
  return (
    <FirstUse
      picture={<EmptyWall />}
      title={t('monitoring:wall.firstUse')}
      about={t('monitoring:wall.firstUseAbout')}
    >
      <LinkButton variant="primary" {...toStreams} />
    </FirstUse>
  )
}

const levels = [
  [62, 54],
  [40, 46],
  [8, 8],
  [70, 64],
] as const

/** A small drawing of a wall. */
function EmptyWall() {
  return (
    <div aria-hidden data-theme="dark" className="grid grid-cols-2 gap-2 rounded-3 bg-stage p-3">
      {levels.map(([left, right], at) => (
        <div
          key={`${left} ${right}`}
          className="flex gap-1.5 rounded-2 bg-panel p-1.5"
          style={{ aspectRatio: '16 / 9' }}
        >
          <span className="flex-1 rounded-1" style={{ background: `var(--c${at + 1})` }} />
          {[left, right].map((height, side) => (
            <span key={side === 0 ? 'left' : 'right'} className="flex w-1.5 flex-col justify-end bg-sunk">
              <span className="bg-good" style={{ height: `${height}%` }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

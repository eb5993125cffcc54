import type { Content } from '@kinora/contract'
import type { Player } from '@kinora/player'
import { type PointerEvent, useRef } from 'react'
import { useText } from '../../../../lib/i18n'
import { seekTo } from '../../playback/player-time'
import { Handle } from '../../timeline/handle'
import { PlayheadLine } from '../../timeline/playhead-line'
import { exactRate } from '../../timeline/range'
import { Ruler } from '../../timeline/ruler'
import { useFrameTime } from '../../timeline/use-frame-time'
import { useView } from '../../timeline/use-view'
import { leftIn } from '../../timeline/view'
import { Waveform } from '../../timeline/waveform'
import { ZoomButtons } from '../../timeline/zoom-buttons'
import { moveCue, moveEnd, moveStart } from '../cues/moves'
import { CueBlock } from './cue-block'
import type { CueActions } from './use-cue-actions'
import type { CueDraft } from './use-cue-draft'

interface CueLaneProps {
  readonly content: Content
  readonly duration: number
  readonly player: Player | undefined
  readonly draft: CueDraft
  readonly actions: CueActions
  readonly mayEdit: boolean
}

const [firstLengthS, longestS] = [25, 120]
/** Blocks at once, for files with absurdly short cues. */
const mostBlocks = 150
/** An edge this close to the playhead snaps to it. */
const snapPx = 8

/** Waveform and cues around the playhead, left to right in every language. Cues can be moved and their ends dragged. */
export function CueLane({ content, duration, player, draft, actions, mayEdit }: CueLaneProps) {
  const t = useText()
  const lanes = useRef<HTMLDivElement>(null)
  /** A drag is one step of the history. */
  const drags = useRef(0)
  const time = useFrameTime(player)
  const { view, zoomIn, zoomOut, pan, timeAt } = useView({
    duration,
    time,
    lanes,
    length: firstLengthS,
    longest: longestS,
  })
  const frameRate = exactRate(content.source.frameRate)
  const { cues } = draft
  const visible = cues.filter(({ start, end }) => end > view.start && start < view.end).slice(0, mostBlocks)
  const chosen = cues.find(({ key }) => key === actions.head)
  const reachable = chosen && visible.includes(chosen) ? chosen : visible[0]
  const snapped = (seconds: number) => {
    const width = lanes.current?.clientWidth ?? 0
    const isNear = (Math.abs(seconds - time) / (view.end - view.start)) * width <= snapPx
    return isNear ? time : seconds
  }
  const scrub = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1 || !player) return
    event.currentTarget.setPointerCapture(event.pointerId)
    seekTo(player, timeAt(event.clientX))
  }
  const edit = (move: typeof moveCue, key: number, what: string) => (seconds: number, snaps: boolean) =>
    draft.edit(
      move(cues, key, seconds, { endS: duration, isFree: !snaps }),
      `${what} ${key} ${drags.current}`,
    )
  const grab = () => {
    drags.current += 1
  }

  return (
    <section dir="ltr" aria-label={t('library:cues.timeline')}>
      <div ref={lanes} className="relative overflow-hidden">
        <Ruler view={view} count={6} onPan={pan} />
        <div
          onPointerDown={scrub}
          onPointerMove={scrub}
          className="relative h-10 cursor-col-resize touch-none overflow-hidden rounded-1 bg-sunk"
        >
          {content.waveform !== null && (
            <>
              <Waveform address={content.waveform} view={view} className="h-full bg-ink-3" />
              {chosen && (
                <span
                  className="absolute inset-0"
                  style={{
                    clipPath: `inset(0 calc(100% - ${leftIn(view, chosen.end)}) 0 ${leftIn(view, chosen.start)})`,
                  }}
                >
                  <span className="absolute inset-0 bg-sunk" />
                  <Waveform address={content.waveform} view={view} className="absolute inset-0 bg-act" />
                </span>
              )}
            </>
          )}
        </div>
        <div className="relative mt-1 h-7 overflow-hidden pointer-coarse:h-11">
          {visible.map((cue) => (
            <CueBlock
              key={cue.key}
              cue={cue}
              number={cues.indexOf(cue) + 1}
              view={view}
              lanes={lanes}
              frameRate={frameRate}
              isChosen={actions.chosen.has(cue.key)}
              isReachable={cue === reachable}
              mayEdit={mayEdit}
              snapped={snapped}
              onGrab={grab}
              onSeek={actions.seek}
              onMove={edit(moveCue, cue.key, 'move')}
            />
          ))}
          {chosen &&
            mayEdit &&
            visible.includes(chosen) &&
            (['start', 'end'] as const).map((side) => (
              <Handle
                key={side}
                side={side}
                label={t(`library:cues.${side}`)}
                value={chosen[side]}
                most={duration}
                frameRate={frameRate}
                left={leftIn(view, chosen[side])}
                className="inset-y-0 [&>span]:w-1.5"
                timeAt={(clientX, snaps) => (snaps ? snapped(timeAt(clientX)) : timeAt(clientX))}
                onGrab={grab}
                onChange={edit(side === 'start' ? moveStart : moveEnd, chosen.key, side)}
              />
            ))}
        </div>
        <PlayheadLine view={view} time={time} />
      </div>
      <div className="flex justify-end pt-1">
        <ZoomButtons onZoomIn={zoomIn} onZoomOut={zoomOut} />
      </div>
    </section>
  )
}

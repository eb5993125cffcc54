import type { Analysis } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import type { LaneParts } from '../../library'
import { usePersonName } from '../people/person-name'
import { Lane, type LaneSpan, placeOf, SpanLane } from './span-lane'

/** People with a lane of their own: those that are seen most. */
const mostPeople = 5

interface LanesProps extends LaneParts {
  readonly analysis: Analysis
  readonly duration: number
}

/** Lanes under the pictures of a video, from left to right in every language: its scenes, speech, silence, people and
 * text. */
export function Lanes({ analysis, duration, pictures, playhead, playFrom }: LanesProps) {
  const t = useText()
  const format = useFormat()
  const { scenes, audio, texts } = analysis
  const people = analysis.people ?? []
  const nameOf = usePersonName(people)
  const lane = { duration, onPlay: playFrom }
  return (
    <div className="relative">
      <div className="relative overflow-hidden rounded-1 bg-sunk">{pictures}</div>
      {scenes !== null && (
        <Lane title={t('intelligence:lanes.scenes')} count={format.number(scenes.length)}>
          {scenes.map((scene, n) => (
            <Piece
              key={scene.id}
              place={placeOf(scene, duration)}
              label={t('intelligence:lanes.scene', {
                number: format.number(n + 1),
                time: format.duration(scene.start),
              })}
              color={n % 2 === 0 ? 'bg-(--c1)' : 'bg-(--c16)'}
              onPress={() => playFrom(scene.start)}
            />
          ))}
        </Lane>
      )}
      {audio !== null && (
        <>
          <SpanLane title={t('intelligence:lanes.speech')} spans={audio.speech} color="bg-(--c3)" {...lane} />
          <SpanLane
            title={t('intelligence:lanes.silence')}
            spans={audio.silence}
            color="bg-ink-3"
            {...lane}
          />
        </>
      )}
      {people.slice(0, mostPeople).map(({ id, faces }) => (
        <SpanLane key={id} title={nameOf(id)} spans={faces} color="bg-(--c7)" {...lane} />
      ))}
      {texts !== null && (
        <SpanLane title={t('intelligence:lanes.text')} spans={textSpans(texts)} color="bg-(--c5)" {...lane} />
      )}
      {playhead}
    </div>
  )
}

/** A span for each shot with text. */
function textSpans(texts: NonNullable<Analysis['texts']>): LaneSpan[] {
  const spans = new Map<number, LaneSpan>()
  for (const { start, end, text } of texts) {
    const known = spans.get(start)
    spans.set(start, { start, end, label: known ? `${known.label}, ${text}` : text })
  }
  return [...spans.values()]
}

interface PieceProps {
  readonly place: { readonly left: string; readonly width: string }
  readonly label: string
  readonly color: string
  readonly onPress: () => void
}

function Piece({ place, label, color, onPress }: PieceProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className={cx('absolute inset-y-0 min-w-1 rounded-1 border-x border-paper', color)}
      style={place}
    />
  )
}

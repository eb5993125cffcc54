import type { Retention } from '@kinora/contract'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'

/** Playback starts this many seconds before a moment, to show what led to it. */
const BEFORE_S = 5

interface MomentsProps {
  readonly retention: Retention
  readonly onPlay: (seconds: number) => void
}

/** The largest drop-offs and the most replayed moments of a video. */
export function Moments({ retention: { dropOffs, replays }, onPlay }: MomentsProps) {
  const t = useText()
  const format = useFormat()
  return (
    <>
      <MomentList
        title={t('analytics:dropOffs')}
        rule={t('analytics:dropOffsMean')}
        none={t('analytics:noDropOffs')}
        moments={dropOffs.map(({ at, before, after }) => ({
          at,
          text: t('analytics:leftHere', { share: format.exactPercent(before - after) }),
          more: t('analytics:fromTo', {
            from: format.exactPercent(before),
            to: format.exactPercent(after),
          }),
        }))}
        onPlay={onPlay}
      />
      <MomentList
        title={t('analytics:replays')}
        rule={t('analytics:replaysMean')}
        none={t('analytics:noReplays')}
        moments={replays.map(({ at, again }) => ({
          at,
          text: t('analytics:playedAgainHere', { share: format.exactPercent(again) }),
        }))}
        onPlay={onPlay}
      />
    </>
  )
}

interface MomentListProps extends Pick<MomentsProps, 'onPlay'> {
  readonly title: string
  /** Explains which moments are listed. */
  readonly rule: string
  readonly none: string
  readonly moments: readonly { readonly at: number; readonly text: string; readonly more?: string }[]
}

function MomentList({ title, rule, none, moments, onPlay }: MomentListProps) {
  const t = useText()
  const format = useFormat()
  return (
    <section aria-label={title}>
      <h2 className="pb-2 text-16 font-head">{title}</h2>
      {moments.length === 0 && <p className="text-13 text-ink-2">{none}</p>}
      <ol>
        {moments.map(({ at, text, more }) => {
          const from = Math.max(0, at - BEFORE_S)
          const label = t('analytics:playFrom', { at: format.duration(from) })
          return (
            <li key={at} className="border-b border-rule">
              <button
                type="button"
                onClick={() => onPlay(from)}
                title={label}
                className="group flex w-full items-center gap-3 py-2 text-start text-13 hover:bg-hover"
              >
                <span className="tabular w-12 shrink-0 font-mid">{format.duration(at)}</span>
                <span className="min-w-0 flex-1">
                  <span className="block">{text}</span>
                  {more !== undefined && <span className="tabular block text-12 text-ink-3">{more}</span>}
                </span>
                <span className="sr-only">{label}</span>
                <Play size={16} aria-hidden className="shrink-0 text-ink-3 group-hover:text-act-text" />
              </button>
            </li>
          )
        })}
      </ol>
      <p className="pt-2 text-12 text-pretty text-ink-3">{rule}</p>
    </section>
  )
}

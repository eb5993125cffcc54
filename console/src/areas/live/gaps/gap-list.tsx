import type { RecordingGap } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { StatusMark } from '../../../ui/status-mark'

/** A scrollable region takes focus, so that keys can scroll it (WCAG 2.1.1). */
const scrollPart = { role: 'group', tabIndex: 0 } as const

/** The gaps of a recording, newest first. */
export function GapList({ gaps }: { readonly gaps: readonly RecordingGap[] }) {
  const t = useText()
  const format = useFormat()
  return (
    <div {...scrollPart} className="mt-2 max-h-72 overflow-auto">
      <ol className="divide-y divide-rule border-t border-rule">
        {gaps.toReversed().map(({ from, to, startS, reason, isRecorded }) => (
          <li key={from} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
            <time dateTime={from} className="tabular w-40 shrink-0 text-12 text-ink-3">
              {format.stamp(from)}
            </time>
            <StatusMark tone={isRecorded ? 'warn' : 'bad'}>{t(`live:gaps.reasons.${reason}`)}</StatusMark>
            <span className="tabular text-12 text-ink-2">
              {to === null
                ? t('live:gaps.lasts')
                : format.timeSpan((Date.parse(to) - Date.parse(from)) / 1000)}
            </span>
            <span className="tabular ms-auto text-12 text-ink-3">
              {t(isRecorded ? 'live:gaps.slateAt' : 'live:gaps.nothingAt', {
                position: format.duration(startS),
              })}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { Kbd } from '../../../ui/kbd'
import { AlarmText } from './alarm-text'
import type { WallAlarms } from './use-acknowledged'

/** The worst alarm that nobody acknowledged, above the tiles. */
export function AlarmStrip({ alarms: { open, acknowledge } }: { readonly alarms: WallAlarms }) {
  const t = useText()
  const format = useFormat()
  const [first, ...others] = open
  return (
    <div role="status" className="empty:hidden">
      {first && (
        <div
          className={cx(
            'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-13',
            first.alarm.tone === 'bad' ? 'bg-bad-soft' : 'bg-warn-soft',
          )}
        >
          <span
            aria-hidden
            className={cx(
              'h-4 w-6 shrink-0 rounded-1',
              first.alarm.tone === 'bad' ? 'hatched-bad' : 'hatched-warn',
            )}
          />
          <span className="min-w-0 font-head wrap-anywhere">{isolate(first.name)}</span>
          <span className={first.alarm.tone === 'bad' ? 'text-bad' : 'text-warn'}>
            <AlarmText alarm={first.alarm} />
          </span>
          {others.length > 0 && (
            <span className="tabular text-ink-3">
              {t('monitoring:alarms.others', { count: others.length, value: format.number(others.length) })}
            </span>
          )}
          <span className="ms-auto">
            <Button size="small" onPress={acknowledge}>
              {t('monitoring:alarms.acknowledge')}
              <span className="pointer-coarse:hidden">
                <Kbd>A</Kbd>
              </span>
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}

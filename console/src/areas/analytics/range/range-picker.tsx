import { CalendarBlank } from '@phosphor-icons/react/dist/csr/CalendarBlank'
import { lazy } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { DialogPopover } from '../../../ui/dialog-popover'
import { useView } from '../view'

const loadChoice = () => import('./range-choice')
const RangeChoice = lazy(async () => ({ default: (await loadChoice()).RangeChoice }))

/** Selects the time range: a preset or a custom range. */
export function RangePicker() {
  const t = useText()
  const format = useFormat()
  const { preset } = useView().range
  const shown =
    typeof preset === 'string'
      ? t(`analytics:ranges.${preset}`)
      : format.timeRange(`${preset.from}:00`, `${preset.to}:00`)
  return (
    <DialogPopover
      label={t('analytics:range')}
      placement="bottom end"
      onIntent={() => void loadChoice()}
      trigger={
        <Button
          icon={<CalendarBlank size={16} aria-hidden />}
          aria-label={t('analytics:rangeIs', { range: shown })}
        >
          <bdi>{shown}</bdi>
        </Button>
      }
    >
      {(close) => <RangeChoice onDone={close} />}
    </DialogPopover>
  )
}

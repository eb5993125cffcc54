import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ComboBox } from '../../../ui/combo-box'
import { DateField } from '../../../ui/date-field'
import { OneFilterList } from '../../../ui/one-filter-list'
import { type CustomRange, isRange, localRange, presets } from '../ranges'
import { useCounted } from '../use-counted'
import { useChangeView, useView } from '../view'

const zones = Intl.supportedValuesOf('timeZone')

/** The presets, and a form for start, end and time zone of a custom range. */
export function RangeChoice({ onDone }: { readonly onDone: () => void }) {
  const t = useText()
  const { range } = useView()
  const { locale } = useCounted()
  const change = useChangeView()
  const { preset } = range
  const [zone, setZone] = useState(range.zone)
  const [own, setOwn] = useState<CustomRange>(() =>
    typeof preset === 'object' ? preset : localRange(range, Date.now(), locale),
  )
  const isRight = isRange(own, zone)

  const apply = () => {
    if (!isRight) return
    change({ preset: own, zone })
    onDone()
  }
  return (
    <div className="flex max-sm:max-h-[70dvh] max-sm:w-[calc(100vw-32px)] max-sm:flex-col max-sm:overflow-y-auto">
      <div className="max-h-96 overflow-y-auto border-e border-rule max-sm:max-h-none max-sm:shrink-0 max-sm:border-e-0 max-sm:border-b">
        <OneFilterList
          name={t('analytics:range')}
          options={presets.map((id) => ({ id, label: t(`analytics:ranges.${id}`) }))}
          value={typeof preset === 'string' ? preset : undefined}
          onChange={(id) => {
            const chosen = presets.find((one) => one === id)
            if (chosen !== undefined) change({ preset: chosen, zone })
            onDone()
          }}
        />
      </div>
      <form
        className="flex w-72 flex-col gap-4 p-4 max-sm:w-full"
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <DateField
          withTime
          label={t('analytics:from')}
          value={own.from}
          onChange={(from) => setOwn({ ...own, from })}
        />
        <DateField
          withTime
          label={t('analytics:to')}
          value={own.to}
          onChange={(to) => setOwn({ ...own, to })}
          {...(!isRight && { error: t('analytics:rangeWrong') })}
        />
        <ComboBox
          label={t('analytics:zone')}
          options={zones.map((id) => ({ id, label: id.replaceAll('_', ' ') }))}
          value={zone}
          onChange={setZone}
        />
        <p className="text-12 text-pretty text-ink-3">{t('analytics:rangeSteps')}</p>
        <div className="mt-auto flex justify-end">
          <Button variant="primary" type="submit" disabled={!isRight}>
            {t('analytics:apply')}
          </Button>
        </div>
      </form>
    </div>
  )
}

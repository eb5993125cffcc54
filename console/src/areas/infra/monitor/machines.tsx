import type { InfraMachine } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import { Trend } from './trend'
import { useInfraText } from './use-infra-text'
import { useSeries } from './use-series'

/** Hours of measurements that a forecast needs. */
const FORECAST_MS = 6 * 3_600_000

export function Machines({ machines }: { readonly machines: readonly InfraMachine[] }) {
  const t = useText()
  return (
    <Section title={t('infra:parts.machines')}>
      {machines.map((machine) => (
        <Machine key={machine.name} machine={machine} />
      ))}
    </Section>
  )
}

function Machine({ machine }: { readonly machine: InfraMachine }) {
  const t = useText()
  const { bytes, share, rounded, number } = useInfraText()
  const { valuesOf } = useSeries()
  const { name, load, processors, diskBytes, diskFreeBytes, memoryBytes, memoryAvailableBytes } = machine
  const used = (free: number | null, all: number | null) =>
    share(free === null || all === null ? null : 1 - free / all)
  const ofAll = (free: number | null, all: number | null) =>
    t('infra:monitor.freeOf', { free: bytes(free), all: bytes(all) })
  return (
    <div className="border-b border-rule py-4">
      <h3 dir="auto" className="own-way cut text-13 font-head">
        <bdi>{name}</bdi>
      </h3>
      <div className="mt-3 grid gap-x-8 gap-y-5 sm:grid-cols-3">
        <Trend
          label={t('infra:monitor.disk')}
          now={used(diskFreeBytes, diskBytes)}
          values={valuesOf('disk.used', name)}
          top={1}
          text={share}
          note={
            <>
              {ofAll(diskFreeBytes, diskBytes)} <DiskForecast machine={machine} />
            </>
          }
        />
        <Trend
          label={t('infra:monitor.memory')}
          now={used(memoryAvailableBytes, memoryBytes)}
          values={valuesOf('memory.used', name)}
          top={1}
          text={share}
          note={ofAll(memoryAvailableBytes, memoryBytes)}
        />
        <Trend
          label={t('infra:monitor.load')}
          now={rounded(load)}
          values={valuesOf('load', name)}
          text={rounded}
          note={t('infra:monitor.processors', { value: number(processors) })}
        />
      </div>
    </div>
  )
}

/** When the disk is full, if it fills up. */
function DiskForecast({ machine: { diskFullInS } }: { readonly machine: InfraMachine }) {
  const t = useText()
  const { time } = useInfraText()
  const { since } = useSeries()
  if (diskFullInS !== null)
    return (
      <span className="block font-mid text-warn">
        {t('infra:monitor.fullIn', { time: time(diskFullInS) })}
      </span>
    )
  const isKnown = since !== null && Date.now() - Date.parse(since) >= FORECAST_MS
  return (
    <span className="block">{t(isKnown ? 'infra:monitor.notFilling' : 'infra:monitor.forecastLater')}</span>
  )
}

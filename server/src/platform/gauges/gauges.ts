import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'

/** The value of a gauge for one combination of its labels. */
export interface Reading {
  readonly gauge: string
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

/** Gauges that are read together, such as those of one statement. Labels have few values and no names of tenants. */
export interface GaugeGroup {
  readonly name: string
  /** `process`: values of this process or its machine. `installation`: every process gets the same values. */
  readonly of: 'process' | 'installation'
  /** Gauges by name. */
  readonly gauges: Readonly<Record<string, { readonly help: string; readonly labels?: readonly string[] }>>
  /** @throws if the values are not known: then the gauges have none */
  read(): Promise<readonly Reading[]>
}

/** All gauges of this process, for `/metrics` and for monitoring. */
export interface Gauges {
  add(group: GaugeGroup): void
  /** Current values. Groups that fail or take too long have none. */
  read(of: GaugeGroup['of']): Promise<readonly Reading[]>
}

/** Longest time for a group, so that a part that hangs does not hide the others. */
const READ_MS = 2000

export function openGauges(registry: Registry, readMs = READ_MS): Gauges {
  const groups: GaugeGroup[] = []
  const failures = new Counter({
    name: 'kinora_gauge_failures_total',
    help: 'Groups of gauges that could not be read',
    labelNames: ['group'],
    registers: [registry],
  })

  async function readGroup(group: GaugeGroup): Promise<readonly Reading[]> {
    const late = new AbortController()
    try {
      return await Promise.race([
        group.read(),
        pause(readMs, undefined, { signal: late.signal, ref: false }).then(() => {
          throw new Error(`the gauges of ${group.name} take too long`)
        }),
      ])
    } catch {
      failures.inc({ group: group.name })
      return []
    } finally {
      late.abort()
    }
  }

  return {
    add(group) {
      groups.push(group)
      let readings: Promise<readonly Reading[]> = Promise.resolve([])
      const [first] = Object.keys(group.gauges)
      for (const [name, { help, labels = [] }] of Object.entries(group.gauges))
        new Gauge({
          name,
          help,
          labelNames: [...labels],
          registers: [registry],
          async collect() {
            // The registry collects gauges in the order in which they were added.
            if (name === first) readings = readGroup(group)
            const own = (await readings).filter(({ gauge }) => gauge === name)
            this.reset()
            // A gauge without labels would otherwise be 0 if it is not known.
            if (labels.length === 0 && own.length === 0) this.remove()
            for (const { labels: values = {}, value } of own) this.set(values, value)
          },
        })
    },
    async read(of) {
      return (await Promise.all(groups.filter((group) => group.of === of).map(readGroup))).flat()
    },
  }
}

import type { Clock } from '../../../platform/clock.ts'
import type { GaugeGroup, Reading } from '../../../platform/gauges/gauges.ts'
import type { WarehouseEndpoint } from './endpoint.ts'
import type { Warehouse } from './warehouse.ts'

/** The time of the last insert by this process. */
export interface LastInsert {
  note(): void
  at(): Date | null
}

export function lastInsert(clock: Clock): LastInsert {
  let at: Date | null = null
  return {
    note() {
      at = clock.now()
    },
    at: () => at,
  }
}

interface Watched {
  readonly endpoint: Pick<WarehouseEndpoint, 'isUp'>
  readonly warehouse: Pick<Warehouse, 'state'>
  readonly insert: Pick<LastInsert, 'at'>
}

/** State of the warehouse. Without values while no process needed one, because reading must not start it. */
export function warehouseGauges({ endpoint, warehouse, insert }: Watched): GaugeGroup {
  return {
    name: 'warehouse',
    of: 'process',
    gauges: {
      kinora_warehouse_up: { help: '1 if the warehouse answers this process, 0 if it does not' },
      kinora_warehouse_parts: { help: 'Parts of the partition that has most; inserts stop at 3000' },
      kinora_warehouse_memory_bytes: { help: 'Memory that the warehouse uses' },
      kinora_warehouse_disk_bytes: { help: 'Size of the tables of the warehouse' },
      kinora_warehouse_last_insert_timestamp_seconds: {
        help: 'Time of the last insert by this process; one process inserts views',
      },
    },
    async read() {
      const isUp = await endpoint.isUp()
      if (isUp === null) return []
      const at = insert.at()
      const last = at && {
        gauge: 'kinora_warehouse_last_insert_timestamp_seconds',
        value: at.getTime() / 1000,
      }
      return [
        { gauge: 'kinora_warehouse_up', value: isUp ? 1 : 0 },
        ...(last ? [last] : []),
        ...(isUp ? await stateOf(warehouse) : []),
      ]
    },
  }
}

async function stateOf(warehouse: Watched['warehouse']): Promise<Reading[]> {
  const state = await warehouse.state()
  return [
    { gauge: 'kinora_warehouse_parts', value: state.mostParts },
    { gauge: 'kinora_warehouse_memory_bytes', value: state.memoryBytes },
    { gauge: 'kinora_warehouse_disk_bytes', value: state.diskBytes },
  ]
}

import type { MachineSample } from '../tables.ts'
import type { KnownProcess } from './processes.ts'

export interface KnownMachine extends MachineSample {
  readonly name: string
  readonly processors: number | null
  readonly memoryBytes: number | null
  readonly memoryAvailableBytes: number | null
}

const MAX_MACHINES = 32

/** Machines of the running processes, as the latest report of each says. By name. */
export function machinesOf(processes: readonly KnownProcess[]): KnownMachine[] {
  const running = processes.filter(({ isRunning }) => isRunning)
  const latest = new Map<string, KnownProcess>()
  for (const process of running) if (!latest.has(process.machine)) latest.set(process.machine, process)
  return [...latest.values()]
    .slice(0, MAX_MACHINES)
    .toSorted((one, other) => one.machine.localeCompare(other.machine, 'en', { numeric: true }))
    .map(({ machine, figures }) => {
      const memoryBytes = figures.kinora_machine_memory_bytes ?? null
      const memoryAvailableBytes = figures.kinora_machine_memory_available_bytes ?? null
      return {
        name: machine,
        processors: figures.kinora_machine_processors ?? null,
        load: figures.kinora_machine_load ?? null,
        memoryBytes,
        memoryAvailableBytes,
        memoryUsed:
          memoryBytes === null || memoryAvailableBytes === null
            ? null
            : 1 - memoryAvailableBytes / memoryBytes,
        diskSize: figures.kinora_disk_size_bytes ?? null,
        diskFree: figures.kinora_disk_free_bytes ?? null,
      }
    })
}

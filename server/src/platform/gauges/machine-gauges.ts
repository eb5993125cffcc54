import { statfs } from 'node:fs/promises'
import os from 'node:os'
import type { Config } from '../config.ts'
import type { GaugeGroup } from './gauges.ts'
import { machineMemory } from './machine-memory.ts'

/** The disk of the data folder, processors and memory of the machine, and the memory of this process. */
export function machineGauges({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): GaugeGroup {
  return {
    name: 'machine',
    of: 'process',
    gauges: {
      kinora_disk_free_bytes: { help: 'Free space on the disk of the data folder' },
      kinora_disk_size_bytes: { help: 'Size of the disk of the data folder' },
      kinora_machine_processors: { help: 'Processors that this process can use' },
      kinora_machine_load: { help: 'Average number of runnable threads of the machine in the last minute' },
      kinora_machine_memory_bytes: { help: 'Memory of the machine or of its container' },
      kinora_machine_memory_available_bytes: { help: 'Memory that programs can still get' },
      kinora_process_memory_bytes: { help: 'Memory that this process uses, without its children' },
    },
    async read() {
      const { bavail, blocks, bsize } = await statfs(DATA_DIR)
      return [
        { gauge: 'kinora_disk_free_bytes', value: bavail * bsize },
        { gauge: 'kinora_disk_size_bytes', value: blocks * bsize },
        { gauge: 'kinora_machine_processors', value: os.availableParallelism() },
        { gauge: 'kinora_machine_load', value: os.loadavg()[0] ?? 0 },
        { gauge: 'kinora_machine_memory_bytes', value: machineMemory() },
        { gauge: 'kinora_machine_memory_available_bytes', value: process.availableMemory() },
        { gauge: 'kinora_process_memory_bytes', value: process.memoryUsage.rss() },
      ]
    },
  }
}

import { machineMemory } from '../gauges/machine-memory.ts'
import { socketPort } from './socket-dir.ts'

/** Memory in which PostgreSQL keeps pages: a sixty-fourth of that of the machine. A page that is not there is read from the
 * file system, which takes several times as long. It takes memory only for what it has read. */
function sharedBuffers(memoryBytes: number): string {
  const mib = Math.round(memoryBytes / 64 / 1024 ** 2)
  return `${Math.min(512, Math.max(64, mib))}MB`
}

/** Passed on the command line at every start, so that a release can change them without editing the data directory.
 * Sized for a small machine that also runs everything else. */
const settings: Record<string, string> = {
  listen_addresses: '',
  port: String(socketPort),
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: sharedBuffers(machineMemory()),
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  min_wal_size: '80MB',
  max_wal_size: '512MB',
  autovacuum_max_workers: '2',
  max_worker_processes: '4',
  // Parallel queries need more shared memory than containers provide (64 MB of /dev/shm).
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // Callers log failed statements: their text may contain secrets.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
}

export function settingWords(changed: Record<string, string>): string[] {
  return Object.entries({ ...settings, ...changed }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import { flushFile } from '../storage/durable-files.ts'
import { copyTree } from './copy-tree.ts'

export interface ClusterBackup {
  /** Ends the backup: it has all that was committed before, and nothing that is committed later. */
  finish(): Promise<void>
  /** Releases what PostgreSQL keeps for the backup. */
  close(): Promise<void>
}

/** PostgreSQL makes the content of these folders itself. The log is copied when the backup ends. */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
/** Its lock must not be taken for that of a running process. */
const leftOut = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map', 'pg_internal.init']
const CONTROL = join('global', 'pg_control')

/** Copies a running PostgreSQL's files. The folder is not usable before `finish`.
 * See https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP */
export async function beginClusterBackup(
  url: string,
  clusterDir: string,
  target: string,
): Promise<ClusterBackup> {
  const client = new pg.Client({ connectionString: url, application_name: 'kinora-backup' })
  await client.connect()
  const read = async (statement: string): Promise<Record<string, string>> =>
    (await client.query<Record<string, string>>(statement)).rows[0] ?? {}
  try {
    // It goes with this connection. Until then PostgreSQL keeps its log.
    const slot = `kinora_backup_${process.pid}`
    await read(`SELECT pg_create_physical_replication_slot('${slot}', true, true)`)
    const { name: first = '' } = await read(
      `SELECT pg_walfile_name(pg_backup_start('kinora', fast => true)) AS name`,
    )
    await copyTree(clusterDir, target, { isWanted: (path) => isData(path) && path !== CONTROL })
    return {
      async finish() {
        await copyTree(clusterDir, target, { isWanted: (path) => path === 'global' || path === CONTROL })
        const stopped = await read(
          `SELECT pg_walfile_name(lsn) AS last, labelfile FROM pg_backup_stop(wait_for_archive => false)`,
        )
        const { last = '', labelfile = '' } = stopped
        const label = join(target, 'backup_label')
        await writeFile(label, labelfile, { mode: 0o600 })
        await flushFile(label)
        const isNeeded = (name: string) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last
        await copyTree(join(clusterDir, 'pg_wal'), join(target, 'pg_wal'), {
          isWanted: (path, isFolder) => isFolder || isNeeded(path) || path.endsWith('.history'),
        })
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

function isData(path: string): boolean {
  const [top = '', ...inside] = path.split('/')
  if (emptied.includes(top)) return inside.length === 0
  return !leftOut.includes(basename(path)) && !path.includes('pgsql_tmp')
}

/** The major version of a cluster. */
export async function clusterVersion(clusterDir: string): Promise<string> {
  return (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim()
}

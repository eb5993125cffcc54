import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTree } from '../../../platform/backup/copy-tree.ts'
import { installationSecret } from '../../../platform/database/installation.ts'
import type { Platform } from '../../../platform/platform.ts'
import { missingAsNull } from '../../../platform/storage/durable-files.ts'
import { openEndpoint } from '../warehouse/endpoint.ts'
import { openWarehouse } from '../warehouse/warehouse.ts'
import { sendBatches } from './batches.ts'
import { withoutSealing } from './sealer-lease.ts'
import { viewEventChannel } from './segments.ts'

/** Backs up the warehouse together with the database. */
export interface WarehouseBackup {
  /** Backs up both at the same moment, while no batch is being sent, so each batch is in exactly one of them. Events of
   * players are accepted in the meantime and counted afterwards.
   * @param endDatabase ends the backup of the database
   * @returns the migrations of the warehouse; null if it is not part of the backup */
  backUp(target: string, endDatabase: () => Promise<void>): Promise<readonly string[] | null>
  close(): Promise<void>
}

/** Prefix of the link folders that backups create. A killed backup leaves its folder. ClickHouse escapes all other
 * characters in these names. */
const PREFIX = 'kinora_backup_'

export async function openWarehouseBackup(
  platform: Pick<Platform, 'config' | 'db' | 'bus' | 'log' | 'clock'>,
): Promise<WarehouseBackup> {
  const { config, db, clock, log } = platform
  const folder = join(config.DATA_DIR, 'warehouse')
  const secret = await installationSecret(db, 'warehouse-secret')
  const endpoint = openEndpoint(platform, { folder, secret, memoryBytes: config.WAREHOUSE_MEMORY_BYTES })
  const warehouse = openWarehouse({ urlOf: endpoint.url, log, viewsDays: config.VIEWS_DAYS, queries: 2 })
  const isEmbedded = config.CLICKHOUSE_URL === undefined
  const exists = async () => (await missingAsNull(stat(join(folder, 'metadata')))) !== null

  async function removeLinks(): Promise<void> {
    const names = (await missingAsNull(readdir(join(folder, 'shadow')))) ?? []
    for (const name of names.filter((each) => each.startsWith(PREFIX)))
      await rm(join(folder, 'shadow', name), { recursive: true, force: true })
  }

  return {
    async backUp(target, endDatabase) {
      const name = `${PREFIX}${randomUUID().replaceAll('-', '')}`
      const found = await withoutSealing(db, clock, async () => {
        const isUsed = !isEmbedded || (await exists())
        // Another process may be sending one of them. Repeated inserts have no effect.
        if (isUsed) await sendBatches(db, warehouse)
        await endDatabase()
        if (!isEmbedded) return null
        if (!isUsed) return []
        await removeLinks()
        await warehouse.freeze(name)
        await copyTree(folder, target, { isWanted: isDefinition })
        const rows = await warehouse.rows<{ name: string }>('SELECT name FROM migrations ORDER BY name')
        return rows.map((row) => row.name)
      })
      await platform.bus.publish(viewEventChannel, '')
      if (found === null || found.length === 0) return found
      try {
        await copyTree(join(folder, 'shadow', name, 'store'), join(target, 'store'), { mayLink: true })
      } finally {
        await removeLinks()
      }
      return found
    },
    async close() {
      await warehouse.close()
      await endpoint.close()
    },
  }
}

/** Whether a path belongs to the definition of a table and not to its data: `store/<start of ID>/<ID>/` has the files of a
 * table and folders with data. Insert tokens are left out, because the backup of the database has no inserted batch. */
function isDefinition(path: string, isFolder: boolean): boolean {
  const [top = '', ...inside] = path.split('/')
  if (top === 'metadata') return true
  if (top !== 'store') return false
  return inside.length < 3 || (inside.length === 3 && (!isFolder || inside[2] === 'detached'))
}

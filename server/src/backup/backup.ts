import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openWarehouseBackup } from '../areas/analytics/index.ts'
import { type BackupPart, openDraft } from '../platform/backup/backup-folder.ts'
import { beginClusterBackup, clusterVersion } from '../platform/backup/cluster-backup.ts'
import { copyTree } from '../platform/backup/copy-tree.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { databaseSource } from '../platform/database/embedded-database.ts'
import { openBus } from '../platform/events/bus.ts'
import type { Logger } from '../platform/log.ts'
import { clusterIn, runningPostgres } from '../platform/postgres/running-postgres.ts'
import { StartupFailure } from '../platform/startup-failure.ts'
import { missingAsNull } from '../platform/storage/durable-files.ts'

/** Backs up what Kinora keeps in its data directory, whether it runs or not.
 *
 * The database and the warehouse are copied as of the same moment. Files never change, so they are copied before it and,
 * those that are new, after it: the backup has all that the database names, and perhaps some that were deleted.
 * @returns the parts that the backup has
 * @throws StartupFailure */
export async function backUp(
  folder: string,
  config: Config,
  log: Logger,
  clock: Clock,
): Promise<readonly BackupPart[]> {
  await using begun = new AsyncDisposableStack()
  const clusterDir = config.DATABASE_URL === undefined ? await clusterOf(config) : null
  const draft = await openDraft(folder)
  begun.defer(() => draft.close())
  const running = clusterDir === null ? (config.DATABASE_URL ?? null) : await runningPostgres(clusterDir)
  const source = running === null ? await databaseSource(config, log) : null
  begun.defer(async () => source?.stop())
  const url = source?.url ?? running ?? ''
  const database = openDatabase(url, 4, log)
  begun.defer(() => database.close())
  const bus = await openBus(url, database.pool, log)
  begun.defer(() => bus.close())
  // A running Kinora has started the warehouse, or does so when asked.
  const ownRoles: Config['ROLES'] = source === null ? ['web'] : ['worker']
  const platform = { config: { ...config, ROLES: ownRoles }, db: database.db, bus, log, clock }
  const warehouse = await openWarehouseBackup(platform)
  begun.defer(() => warehouse.close())

  const copyFiles = async () => {
    if (config.S3_BUCKET !== undefined) return
    const objects = join('storage', 'objects')
    await copyTree(join(config.DATA_DIR, objects), join(draft.dir, objects), { mayLink: true })
  }
  await copyFiles()
  const cluster =
    clusterDir === null
      ? null
      : await beginClusterBackup(url, clusterDir, join(draft.dir, 'postgres', 'cluster'))
  begun.defer(async () => cluster?.close())
  await copyFiles()
  const views = await warehouse.backUp(join(draft.dir, 'warehouse'), async () => cluster?.finish())
  const createdAt = clock.now().toISOString()
  await copyFiles()
  const hasKey = await copyKey(config.DATA_DIR, draft.dir)
  const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')
  const has: Record<BackupPart, boolean> = {
    database: cluster !== null,
    files: config.S3_BUCKET === undefined,
    views: views !== null,
    key: hasKey,
  }
  const parts = (Object.keys(has) as BackupPart[]).filter((part) => has[part])
  await draft.publish({
    createdAt,
    parts,
    postgresMajor: clusterDir === null ? null : await clusterVersion(clusterDir),
    migrations: { database: rows.map(({ name }) => name), warehouse: [...(views ?? [])] },
  })
  return parts
}

async function clusterOf({ DATA_DIR }: Config): Promise<string> {
  const found = await clusterIn(DATA_DIR)
  if (found !== null) return found
  throw new StartupFailure(`There is no Kinora in ${DATA_DIR}: set DATA_DIR to its data directory.`)
}

/** False if the key is not in the data directory, but in SECRETS_KEY. */
async function copyKey(dataDir: string, target: string): Promise<boolean> {
  const KEY = 'secrets.key'
  if ((await missingAsNull(stat(join(dataDir, KEY)))) === null) return false
  await copyTree(dataDir, target, { isWanted: (path) => path === KEY })
  return true
}

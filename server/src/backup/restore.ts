import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { warehouseMigrations } from '../areas/analytics/index.ts'
import { type Manifest, newer, readManifest } from '../platform/backup/backup-folder.ts'
import { copyTree } from '../platform/backup/copy-tree.ts'
import type { Config } from '../platform/config.ts'
import { findBinaries } from '../platform/postgres/binaries.ts'
import { StartupFailure } from '../platform/startup-failure.ts'
import { flushFolder } from '../platform/storage/durable-files.ts'

const migrations = { database: join(import.meta.dirname, '../../migrations'), warehouse: warehouseMigrations }
/** Folder for the data that a restore has copied so far. The database comes last, because nothing starts without it. */
const DRAFT = 'restoring'
const order = ['secrets.key', 'storage', 'warehouse', 'postgres']

/** Copies a backup into an empty data directory.
 * @throws StartupFailure if the directory has something, or if the backup does not fit this Kinora */
export async function restore(folder: string, { DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await assertFits(folder, manifest)
  await mkdir(DATA_DIR, { recursive: true })
  const found = await readdir(DATA_DIR)
  if (found.some((name) => name !== DRAFT && name !== 'lost+found'))
    throw new StartupFailure(`${DATA_DIR} is not empty: set DATA_DIR to a new folder for the restored data.`)
  const draft = join(DATA_DIR, DRAFT)
  await rm(draft, { recursive: true, force: true })
  await copyTree(folder, draft)
  const copied = await readdir(draft)
  for (const name of order) if (copied.includes(name)) await rename(join(draft, name), join(DATA_DIR, name))
  await rm(draft, { recursive: true })
  await flushFolder(DATA_DIR)
  return manifest
}

async function assertFits(folder: string, { migrations: has, postgresMajor }: Manifest): Promise<void> {
  for (const part of ['database', 'warehouse'] as const) {
    const known = await readdir(migrations[part])
    if (has[part].some((name) => !known.includes(name))) throw newer(folder)
  }
  if (postgresMajor === null) return
  const { major } = findBinaries()
  if (postgresMajor !== major)
    throw new StartupFailure(
      `The backup is of PostgreSQL ${postgresMajor}, but this Kinora includes PostgreSQL ${major}: restore it with the Kinora that made it.`,
    )
}

import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { type DataDirLock, lockDataDir } from '../data-dir.ts'
import { StartupFailure } from '../startup-failure.ts'
import { flushFile, flushFolder, missingAsNull } from '../storage/durable-files.ts'

/** Parts of a backup, besides the key of stored secrets. */
export const backupParts = ['database', 'files', 'views', 'key'] as const
export type BackupPart = (typeof backupParts)[number]

const FORMAT = 1
const MANIFEST = 'backup.json'
const LOCK = 'instance.lock'

const Manifest = z.object({
  format: z.int(),
  createdAt: z.iso.datetime(),
  parts: z.array(z.enum(backupParts)),
  /** Major version of PostgreSQL. Null without the database. */
  postgresMajor: z.nullable(z.string()),
  /** Names of the migrations that the database and the warehouse have. */
  migrations: z.object({ database: z.array(z.string()), warehouse: z.array(z.string()) }),
})
export type Manifest = z.infer<typeof Manifest>

export interface BackupDraft {
  /** The folder for the parts. */
  readonly dir: string
  /** Makes it a backup. */
  publish(about: Omit<Manifest, 'format'>): Promise<void>
  /** Deletes it, unless it was published. */
  close(): Promise<void>
}

/** A folder beside the future backup, which gets its name when it is whole. A draft of a backup that was killed is deleted.
 * @throws StartupFailure if the folder exists or cannot be made */
export async function openDraft(folder: string): Promise<BackupDraft> {
  const entries = await missingAsNull(readdir(folder))
  if (entries !== null) throw new StartupFailure(`${folder} exists: choose a new folder for the backup.`)
  await mkdir(dirname(folder), { recursive: true })
  const dir = `${folder}.partial`
  const lock: DataDirLock = await lockDataDir(dir)
  // It has the key and all data.
  await chmod(dir, 0o700)
  for (const name of await readdir(dir))
    if (name !== LOCK) await rm(join(dir, name), { recursive: true, force: true })
  let isPublished = false
  return {
    dir,
    async publish(about) {
      const file = join(dir, MANIFEST)
      const manifest: Manifest = { format: FORMAT, ...about }
      await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
      await flushFile(file)
      await lock.release()
      await flushFolder(dir)
      await rename(dir, folder)
      await flushFolder(dirname(folder))
      isPublished = true
    },
    async close() {
      if (isPublished) return
      await lock.release()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** @throws StartupFailure if the folder is no whole backup, or one of a newer Kinora */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await missingAsNull(readFile(join(folder, MANIFEST), 'utf8'))
  if (text === null) throw new StartupFailure(`${folder} is no whole backup: it has no ${MANIFEST}.`)
  const format = z.object({ format: z.int() }).safeParse(parsed(text))
  if (format.success && format.data.format > FORMAT) throw newer(folder)
  const manifest = Manifest.safeParse(parsed(text))
  if (manifest.success) return manifest.data
  throw new StartupFailure(`${join(folder, MANIFEST)} was changed or is damaged.`)
}

export function newer(folder: string): StartupFailure {
  return new StartupFailure(
    `${basename(folder)} is a backup of a newer Kinora: restore it with that version.`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { constants } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createTestDatabase } from '../platform/postgres/test-database.ts'

/** The data of a Kinora: database and data directory. */
export interface Place {
  readonly databaseUrl: string
  readonly dataDir: string
}

export interface Copy<Facts> extends Place {
  /** The result of `prepare`. */
  readonly facts: Facts
  remove(): Promise<void>
}

/** Copies the database and data directory that `prepare` created. It runs once per name and test run, in the first
 * test file; others wait for it. Both are copied together, because the key in the data directory decrypts secrets in
 * the database.
 * @param prepare starts a Kinora there and stops it; its result must be JSON */
export async function copySnapshot<Facts>(
  name: string,
  prepare: (place: Place) => Promise<Facts>,
): Promise<Copy<Facts>> {
  const original = join(inject('runFolder'), name)
  const factsFile = `${original}.json`
  const database = await createTestDatabase(inject('postgresUrl'), `kinora_${name}`, async (databaseUrl) => {
    await rm(original, { recursive: true, force: true })
    await mkdir(original)
    await writeFile(factsFile, JSON.stringify(await prepare({ databaseUrl, dataDir: original })))
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-data-'))
  // Copies instead of links, because tests damage files, and files of uploads are written in place.
  await cp(original, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return {
    databaseUrl: database.url,
    dataDir,
    facts: JSON.parse(await readFile(factsFile, 'utf8')),
    async remove() {
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

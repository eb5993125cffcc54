import { constants } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createTestDatabase } from '../platform/postgres/test-database.ts'

/** Where a Kinora keeps everything: its database and its data directory. */
export interface Place {
  readonly databaseUrl: string
  readonly dataDir: string
}

export interface Copy<Facts> extends Place {
  /** What `prepare` answered. */
  readonly facts: Facts
  remove(): Promise<void>
}

/**
 * Copies what `prepare` left behind in an empty place, database and files alike. It runs once for each name and test
 * run: by the test file that comes first, while others wait for it. Database and data directory go together, because
 * the key that encrypts secrets of the one lies in the other.
 * @param prepare starts a Kinora in this place and stops it again; what it answers has to survive JSON
 */
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
  // Copies rather than links: tests damage files on purpose, and those of an upload are written in place.
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

import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDraft, readManifest } from './backup-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-backup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const modeOf = async (path: string) => ((await stat(join(folder, path))).mode & 0o777).toString(8)

it('is closed to other users, while it is made and afterwards', async () => {
  const draft = await openDraft(join(folder, 'monday'))
  expect(await modeOf('monday.partial')).toBe('700')
  const migrations = { database: [], warehouse: [] }
  const about = { createdAt: new Date(0).toISOString(), parts: [], postgresMajor: null, migrations }
  await draft.publish(about)
  expect([await modeOf('monday'), await modeOf('monday/backup.json')]).toEqual(['700', '600'])
  expect(await readManifest(join(folder, 'monday'))).toMatchObject(about)
})

import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addSeconds, systemClock } from '../clock.ts'
import { diskStorage } from './disk.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinora-disk-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

it('clears away at the start what was half written more than a day ago, and leaves uploads alone', async () => {
  const storage = diskStorage({ root, secret: 'a secret for tests', clock: systemClock, bootId: null })
  const incoming = join(root, 'incoming')
  await mkdir(incoming)
  const plant = async (name: string, hours: number) => {
    await writeFile(join(incoming, name), 'half')
    const writtenAt = addSeconds(new Date(), -hours * 3600)
    await utimes(join(incoming, name), writtenAt, writtenAt)
  }
  await plant('put-old', 25)
  await plant('put-young', 23)
  const upload = await storage.createMultipart('contents/x/source', 10, 10)
  const longAgo = addSeconds(new Date(), -100 * 3600)
  await utimes(join(incoming, upload), longAgo, longAgo)
  await storage.probe()
  expect((await readdir(incoming)).sort()).toEqual([upload, 'put-young'].sort())
})

import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
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

it('lists half-written files by age', async () => {
  const storage = diskStorage({ root, secret: 'a secret for tests', clock: systemClock, bootId: null })
  const incoming = join(root, 'incoming')
  await storage.probe()
  const plant = async (name: string, hours: number) => {
    await writeFile(join(incoming, name), 'half')
    const writtenAt = addSeconds(new Date(), -hours * 3600)
    await utimes(join(incoming, name), writtenAt, writtenAt)
  }
  await plant('put-old', 25)
  await plant('put-young', 23)
  const [page = []] = await Array.fromAsync(
    storage.listUnfinished('contents', addSeconds(new Date(), -24 * 3600)),
  )
  expect(page.map(({ id }) => id)).toEqual(['put-old'])
  for (const { discard } of page) await discard()
  expect(await readdir(incoming)).toEqual(['put-young'])
})

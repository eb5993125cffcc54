import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addSeconds, systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { openWorkFolder, type WorkFolder } from './work-folder.ts'

const DAY_SECONDS = 24 * 3600
const host = hostname().replaceAll(/[^A-Za-z0-9]/g, '')
const gonePid = 2 ** 22 + 1
const log = createLog('fatal')

let root: string
let opened: WorkFolder[]
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinora-work-'))
  opened = []
})
afterEach(async () => {
  for (const folder of opened) folder.close()
  await rm(root, { recursive: true, force: true })
})

async function open(touchEveryMs?: number): Promise<WorkFolder> {
  const folder = await openWorkFolder(root, { clock: systemClock, log }, touchEveryMs)
  opened.push(folder)
  return folder
}

async function plant(name: string, days: number): Promise<void> {
  await mkdir(join(root, name, 'job'), { recursive: true })
  const touchedAt = addSeconds(new Date(), -days * DAY_SECONDS)
  await utimes(join(root, name), touchedAt, touchedAt)
}

it('deletes folders of dead processes: of this machine immediately, of others after two days', async () => {
  await plant(`${host}-${gonePid}-a`, 0)
  await plant(`${host}-${process.ppid}-b`, 9)
  await plant('othercontainer-1-c', 1.9)
  await plant('othercontainer-1-d', 2.1)
  const { path } = await open()
  expect((await readdir(root)).map((name) => join(root, name)).sort()).toEqual(
    [path, join(root, `${host}-${process.ppid}-b`), join(root, 'othercontainer-1-c')].sort(),
  )
})

it('touches the folder while it is open, so that others do not delete it', async () => {
  const { path } = await open(20)
  const longAgo = addSeconds(new Date(), -9 * DAY_SECONDS)
  await utimes(path, longAgo, longAgo)
  const ageMs = async () => Date.now() - (await stat(path)).mtimeMs
  await expect.poll(ageMs).toBeLessThan(DAY_SECONDS * 1000)
})

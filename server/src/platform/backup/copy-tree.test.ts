import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyTree } from './copy-tree.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-copy-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const modeOf = async (path: string) => ((await stat(join(folder, path))).mode & 0o777).toString(8)

it('keeps the modes of folders and files, and closes the folders above', async () => {
  await mkdir(join(folder, 'storage/objects/a'), { recursive: true })
  await writeFile(join(folder, 'storage/objects/a/segment'), 'x', { mode: 0o644 })
  await chmod(join(folder, 'storage/objects'), 0o711)
  await copyTree(join(folder, 'storage/objects'), join(folder, 'backup/storage/objects'))
  const copied = ['backup', 'backup/storage', 'backup/storage/objects', 'backup/storage/objects/a/segment']
  expect(await Promise.all(copied.map(modeOf))).toEqual(['700', '700', '711', '644'])
})

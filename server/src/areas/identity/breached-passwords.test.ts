import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isBreached } from './breached-passwords.ts'
import { assertStrong } from './password-strength.ts'

const breached = Array.from({ length: 1000 }, (_, n) => `Correct-horse${n}`)
let folder: string
let list: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-breached-'))
  list = await writeList('list.txt', breached)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function writeList(name: string, passwords: readonly string[]): Promise<string> {
  const lines = passwords.map((password, n) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    return `${hash}:${10 ** (n % 9)}`
  })
  const path = join(folder, name)
  await writeFile(path, lines.toSorted().join('\r\n'))
  return path
}

it('finds each password of a list, and no other', async () => {
  for (const password of breached)
    expect([password, await isBreached(list, password)]).toEqual([password, true])
  for (const password of breached.map((known) => `${known}x`))
    expect(await isBreached(list, password)).toBe(false)
})

it.each([0, 1, 2])('reads a list of %i passwords', async (count) => {
  const few = breached.slice(0, count)
  const path = await writeList('few.txt', few)
  for (const password of few) expect(await isBreached(path, password)).toBe(true)
  expect(await isBreached(path, 'Another-horse2')).toBe(false)
})

it('refuses strong passwords that are in the list', async () => {
  await expect(assertStrong('Correct-horse1', [], list)).rejects.toMatchObject({ id: 'password-breached' })
  await assertStrong('Another-horse2', [], list)
})

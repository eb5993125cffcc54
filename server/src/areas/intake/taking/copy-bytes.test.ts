import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyBytes, fastEnough } from './copy-bytes.ts'

it('says how many bytes arrived, so that a short transfer is found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-copy-'))
  const source = (async function* () {
    yield Buffer.from('half')
    yield Buffer.from(' of it')
  })()
  expect(await copyBytes(source, join(folder, 'copy'), new AbortController().signal)).toEqual({
    sha256: createHash('sha256').update('half of it').digest('hex'),
    isAsListed: true,
    size: 10,
  })
  expect(await readFile(join(folder, 'copy'), 'utf8')).toBe('half of it')
  await rm(folder, { recursive: true })
})

/** Sends pieces, one each 20 s, for 20 minutes. */
async function arrived(pieceBytes: number): Promise<number> {
  let ms = 0
  const source = (async function* () {
    for (let n = 0; n < 60; n += 1) {
      ms += 20_000
      yield new Uint8Array(pieceBytes)
    }
  })()
  let pieces = 0
  for await (const _piece of fastEnough(source, () => ms)) pieces += 1
  return pieces
}

it('ends a transfer of a few bytes at a time, and no slow one that goes on', async () => {
  expect(await arrived(2 * 1024 ** 2)).toBe(60)
  await expect(arrived(1)).rejects.toMatchObject({ fault: 'too-slow' })
})

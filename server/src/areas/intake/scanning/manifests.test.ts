import { expect, it } from 'vitest'
import { TaskFailed } from '../../../platform/workers/workers.ts'
import type { CompanionFile } from '../companions/companion-files.ts'
import { readManifest, type SmallFile } from '../companions/companion-tasks.ts'
import type { FileStore } from '../stores/file-store.ts'
import { knownManifests, manifestReader } from './manifests.ts'

const texts = new Map<string, string>()
let parsed: string[] = []

function manifest(path: string, text: string, minute: number): CompanionFile {
  texts.set(path, text)
  const modifiedAt = new Date(Date.UTC(2030, 0, 1, 0, minute))
  return { path, kind: 'manifest', size: text.length, modifiedAt, etag: null, quietSince: modifiedAt }
}

const workers = {
  run: async (_task: unknown, file: SmallFile) => {
    parsed.push(file.path)
    if (file.path === 'hostile.txt') throw new TaskFailed('the task took too long')
    return readManifest(file)
  },
}

function storeOf(files: readonly CompanionFile[]): FileStore {
  const open = async ({ path }: { readonly path: string }) => ({
    facts: async () => files.find((file) => file.path === path),
    readAt: async () => Buffer.from(texts.get(path) ?? ''),
    [Symbol.asyncDispose]: async () => undefined,
  })
  return { open } as unknown as FileStore
}

/** Finds a film, as scans do one after the other. */
async function sizesOf(files: readonly CompanionFile[], scans = 1): Promise<(number | null)[]> {
  parsed = []
  const context = { workers, manifests: knownManifests() } as unknown as Parameters<typeof manifestReader>[0]
  const sizes: (number | null)[] = []
  for (let n = 0; n < scans; n += 1)
    sizes.push(
      (await manifestReader(context, { id: 'folder' }, storeOf(files))('film.mp4', files))?.size ?? null,
    )
  return sizes
}

it('takes the manifest with the name of a film, then the newest', async () => {
  const old = manifest('a.txt', 'film.mp4 1', 1)
  const newest = manifest('b.txt', 'film.mp4 2', 2)
  expect(await sizesOf([old, newest])).toEqual([2])
  expect(await sizesOf([newest, manifest('film.txt', 'film.mp4 3', 0)])).toEqual([3])
})

it('passes over a manifest that cannot be read, and reads each version once', async () => {
  const files = [manifest('hostile.txt', 'x', 3), manifest('b.txt', 'film.mp4 2', 2)]
  expect(await sizesOf(files, 3)).toEqual([2, 2, 2])
  expect(parsed).toEqual(['hostile.txt', 'b.txt'])
})

it('reads a limited number in one scan, and goes on in the next', async () => {
  const others = Array.from({ length: 60 }, (_, n) => manifest(`${n}.txt`, 'other.mp4 1', n + 2))
  expect(await sizesOf([manifest('b.txt', 'film.mp4 2', 0), ...others], 2)).toEqual([null, 2])
})

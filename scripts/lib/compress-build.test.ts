import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressBuild } from './compress-build.mjs'

it('compresses what is worth it, each file in two forms', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-compress-'))
  const script = 'export const words = "the same words again"\n'.repeat(100)
  await writeFile(path.join(folder, 'app.js'), script)
  await writeFile(path.join(folder, 'tiny.js'), 'x')
  await writeFile(path.join(folder, 'index.html'), script)
  await writeFile(path.join(folder, 'font.woff2'), script)
  await compressBuild(folder)

  const files = await readdir(folder)
  expect(files.toSorted()).toEqual(
    ['app.js', 'app.js.br', 'app.js.gz', 'font.woff2', 'index.html', 'tiny.js'].toSorted(),
  )
  const read = (name: string) => readFile(path.join(folder, name))
  expect(brotliDecompressSync(await read('app.js.br')).toString()).toBe(script)
  expect(gunzipSync(await read('app.js.gz')).toString()).toBe(script)
  await rm(folder, { recursive: true })
})

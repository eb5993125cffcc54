import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { publicId } from '../../platform/ids.ts'
import type { Library } from './library.ts'

/** Folder of this process under `root`; what processes of this machine that are gone left there is removed. */
export async function openWorkFolder(root: string): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o711 })
  const host = hostname().replaceAll(/[^A-Za-z0-9]/g, '')
  for (const name of await readdir(root)) {
    const [owner, pid] = name.split('-')
    if (owner === host && !isAlive(Number(pid))) await rm(join(root, name), { recursive: true, force: true })
  }
  const folder = join(root, `${host}-${process.pid}-${publicId()}`)
  await mkdir(folder, { mode: 0o711 })
  return folder
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The work ends because its content was deleted. */
export class ContentGone extends Error {
  override readonly name = 'ContentGone'
}

/** A private folder and a signal for work on one content: the signal also aborts when the content is deleted. */
export interface Work {
  readonly folder: string
  readonly signal: AbortSignal
}

export async function withWork<T>(
  library: Library,
  contentId: string,
  signal: AbortSignal,
  run: (work: Work) => Promise<T>,
): Promise<T> {
  const gone = new AbortController()
  const unsubscribe = library.bus.subscribe('cancel', (id) => {
    if (id === contentId) gone.abort(new ContentGone())
  })
  const folder = join(library.workFolder, publicId())
  await library.ffmpeg.prepareFolder(folder)
  try {
    return await run({ folder, signal: AbortSignal.any([signal, gone.signal]) })
  } finally {
    unsubscribe()
    await rm(folder, { recursive: true, force: true })
  }
}

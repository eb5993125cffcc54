import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { publicId } from '../database/ids.ts'

/** Creates a folder and its missing parents, each of them durable in its parent. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o711 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made))
}

export async function moveDurably(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to))
  try {
    await rename(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    // The source and the target are on different volumes.
    const beside = `${to}.${publicId()}`
    await copyFile(from, beside)
    await flushFile(beside)
    await rename(beside, to)
    await rm(from, { force: true })
  }
  await flushFolder(dirname(to))
}

export async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function missingAsNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

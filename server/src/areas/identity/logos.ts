import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logoArgs } from '@kinora/media'
import { eq } from 'drizzle-orm'
import { FfmpegFailure, type RunLimits } from '../../platform/ffmpeg/index.ts'
import { publicId } from '../../platform/ids.ts'
import { problem } from '../../platform/problem.ts'
import type { Identity } from './identity.ts'
import { organizations } from './tables.ts'

const demuxers: Readonly<Record<string, string>> = { png: 'png_pipe', jpeg: 'jpeg_pipe', webp: 'webp_pipe' }

const limits: RunLimits = {
  wallMs: 20_000,
  cpuS: 10,
  memoryBytes: 1024 ** 3,
  outputBytes: 4 * 1024 ** 2,
  noProgressMs: 20_000,
}

/**
 * Draws the picture anew, as a square PNG, and puts it into storage: what is served is never what was sent.
 * @param dataUrl PNG, JPEG or WebP in base64
 * @returns its key. @throws problem image-unreadable
 */
export async function storeLogo(
  { storage, ffmpeg, workFolder }: Identity,
  organizationId: string,
  dataUrl: string,
): Promise<string> {
  const [, type = '', body = ''] = /^data:image\/(\w+);base64,(.*)$/s.exec(dataUrl) ?? []
  const demuxer = demuxers[type]
  if (demuxer === undefined) throw problem('image-unreadable')
  const folder = join(workFolder, publicId())
  await ffmpeg.prepareFolder(folder)
  try {
    await writeFile(join(folder, 'given'), Buffer.from(body, 'base64'), { mode: 0o644 })
    const args = logoArgs({ path: 'given', demuxer }, 'logo.png')
    await ffmpeg.run('ffmpeg', args, { limits, cwd: folder, signal: AbortSignal.timeout(limits.wallMs) })
    const drawn = await readFile(join(folder, 'logo.png'))
    const version = createHash('sha256').update(drawn).digest('hex').slice(0, 16)
    const key = `organizations/${organizationId}/${version}`
    await storage.put(key, drawn, 'image/png')
    return key
  } catch (error) {
    if (error instanceof FfmpegFailure) throw problem('image-unreadable')
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The logo as it is served. @throws problem not-found */
export async function readLogo({ db, storage }: Identity, organizationId: string): Promise<Buffer> {
  const [row] = await db
    .select({ logoKey: organizations.logoKey })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  const logo = row?.logoKey ? await storage.read(row.logoKey) : null
  if (logo === null) throw problem('not-found')
  return logo
}

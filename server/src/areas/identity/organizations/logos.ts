import { logoArgs } from '@kinora/media'
import { eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { publicId } from '../../../platform/database/ids.ts'
import { INPUT_NAME, renderImage } from '../../../platform/ffmpeg/index.ts'
import { problem } from '../../../platform/problem.ts'
import { inTurns } from '../../../platform/turns/turns.ts'
import type { Identity } from '../identity.ts'
import { organizations } from '../tables.ts'
import { logoRemovalJob } from './jobs.ts'

const demuxers: Readonly<Record<string, string>> = { png: 'png_pipe', jpeg: 'jpeg_pipe', webp: 'webp_pipe' }

/** Time until an unrecorded logo is deleted. Requests that store a logo have recorded it or failed by then. */
const UNUSED_AFTER_S = 3600
const MAX_RENDERING = 2
const slots = inTurns({ count: MAX_RENDERING })

/** Stores the logo as a square PNG. Uploaded images are always re-encoded before they are served.
 * @param dataUrl PNG, JPEG or WebP in base64
 * @returns its key. @throws problem image-unreadable, unavailable if too many requests wait */
export async function storeLogo(
  identity: Identity,
  organizationId: string,
  dataUrl: string,
): Promise<string> {
  const rendered = await slots(() => renderLogo(identity, dataUrl))
  const key = `organizations/${organizationId}/${publicId()}`
  // Scheduled before the file exists, so that a failure later leaves no file behind.
  await identity.db.transaction((tx) =>
    scheduleLogoRemoval(identity, tx, organizationId, key, UNUSED_AFTER_S),
  )
  await identity.storage.put(key, rendered, 'image/png')
  return key
}

async function renderLogo(identity: Identity, dataUrl: string): Promise<Buffer> {
  const [, type = '', body = ''] = /^data:image\/(\w+);base64,(.*)$/s.exec(dataUrl) ?? []
  const demuxer = demuxers[type]
  if (demuxer === undefined) throw problem('image-unreadable')
  const args = logoArgs({ path: INPUT_NAME, demuxer }, 'logo.png')
  return renderImage(identity, Buffer.from(body, 'base64'), { args, output: 'logo.png' })
}

/** Schedules the removal of the file after the caller's transaction. The job keeps the organization's current logo. */
export async function scheduleLogoRemoval(
  { jobs }: Identity,
  tx: Transaction,
  organizationId: string,
  key: string,
  afterSeconds = 0,
): Promise<void> {
  const input = { organizationId, key }
  // Separate keys: a delayed removal must not replace an immediate one.
  const place = { environmentId: organizationId, key: `${key} ${afterSeconds}` }
  await jobs.enqueue(tx, logoRemovalJob, input, { ...place, afterSeconds })
}

export async function removeLogo(
  { db, storage }: Identity,
  { organizationId, key }: { organizationId: string; key: string },
): Promise<void> {
  if ((await logoKeyOf(db, organizationId)) !== key) await storage.delete(key)
}

/** The PNG of the logo. @throws problem not-found */
export async function readLogo({ db, storage }: Identity, organizationId: string): Promise<Buffer> {
  const key = await logoKeyOf(db, organizationId)
  const logo = key === null ? null : await storage.read(key)
  if (logo === null) throw problem('not-found')
  return logo
}

async function logoKeyOf(db: Queryable, organizationId: string): Promise<string | null> {
  const [row] = await db
    .select({ logoKey: organizations.logoKey })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return row?.logoKey ?? null
}

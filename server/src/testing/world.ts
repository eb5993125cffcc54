import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Content, Upload } from '@kinora/contract'
import { type Client, client, contentWhen, isSettled, newOwner, uploadFile, whenFound } from './client.ts'
import { h264, makeClip, pattern } from './clips.ts'
import { startTestKinora, type TestKinora, type TestOptions } from './kinora.ts'
import { openTestPool } from './pool.ts'

/** Two organisations that must not know of each other; the first has a video that plays and an upload under way. */
export interface World {
  readonly kinora: TestKinora
  readonly folder: string
  readonly clip: string
  readonly owner: Client
  readonly stranger: Client
  readonly content: Content
  readonly upload: Upload
  readonly sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** A new person who joins the owner's organisation with a role of these permissions. */
  member(permissions: string | null): Promise<Client>
  end(): Promise<void>
}

export async function openWorld(options?: TestOptions): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-world-'))
  const kinora = await startTestKinora(options)
  const pool = openTestPool(kinora)
  const owner = await newOwner(kinora.url, { organization: 'Deccan Television' })
  const stranger = await newOwner(kinora.url, { organization: 'Gulf Bureau' })
  const clip = await makeClip(join(folder, 'clip.mp4'), ...pattern(2, '320x180'), ...h264, '-c:a', 'aac')
  const uploaded = await uploadFile(owner, clip, 'secret plans of deccan.mp4')
  const content = await contentWhen(owner, uploaded.id, (each) => isSettled(each) && each.poster !== null)
  await whenFound(`${kinora.url}/image/${content.playbackId}/storyboard.vtt`)
  const upload = await owner.call('createUpload', { body: { fileName: 'waiting.mp4', fileSize: 1000 } })
  const { sql } = pool

  return {
    kinora,
    folder,
    clip,
    owner,
    stranger,
    content,
    upload,
    sql,
    async member(permissions) {
      const person = await newOwner(kinora.url, { organization: `Side business ${randomUUID()}` })
      const roleId = randomUUID()
      await sql(
        `INSERT INTO roles (id, organization_id, name, permissions, created_at) VALUES ($1, $2, $3, $4, now())`,
        [roleId, owner.organizationId, `role ${roleId}`, permissions],
      )
      await sql(
        `INSERT INTO members (organization_id, user_id, role_id, created_at)
         SELECT $1, user_id, $2, now() FROM sessions ORDER BY created_at DESC LIMIT 1`,
        [owner.organizationId, roleId],
      )
      return client(kinora.url, person.token, owner.organizationId, owner.environmentId)
    },
    async end() {
      await pool.end()
      await kinora.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Collection, Content, Subtitle, Upload } from '@kinora/contract'
import { type Client, contentWhen, isSettled, newOwner, uploadFile, whenFound } from './client.ts'
import { h264, makeClip, pattern } from './clips.ts'
import { startTestKinora, type TestKinora, type TestOptions } from './kinora.ts'
import { newMember, type Sql } from './members.ts'
import { openTestPool, type TestPool } from './pool.ts'

/**
 * Two organisations that must not know of each other; the first has a video that plays, an upload under way, a folder and a subtitle
 * that is a draft.
 */
export interface World {
  readonly kinora: TestKinora
  readonly folder: string
  readonly clip: string
  readonly owner: Client
  readonly stranger: Client
  readonly content: Content
  readonly upload: Upload
  readonly collection: Collection
  readonly subtitle: Subtitle
  readonly sql: Sql
  readonly hold: TestPool['hold']
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
  await whenFound(`${kinora.url}/image/${content.playbackId}/waveform.png`)
  const upload = await owner.call('createUpload', { body: { fileName: 'waiting.mp4', fileSize: 1000 } })
  const collection = await owner.call('createCollection', { body: { name: 'Plans of deccan' } })
  const subtitle = await owner.call('createSubtitle', {
    params: { id: content.id },
    body: { name: 'Hindi', languageCode: 'hi', text: '1\n00:00:00,000 --> 00:00:01,000\nsecret plans' },
  })
  const { sql, hold } = pool

  return {
    kinora,
    folder,
    clip,
    owner,
    stranger,
    content,
    upload,
    collection,
    subtitle,
    sql,
    hold,
    member: (permissions) => newMember(owner, sql, permissions),
    async end() {
      await pool.end()
      await kinora.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

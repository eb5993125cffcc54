import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Collection, Content, Subtitle, Upload } from '@kinora/contract'
import { inject } from 'vitest'
import { type Client, client, contentWhen, isSettled, newOwner, uploadFile, whenFound } from './client.ts'
import { h264, makeClip, pattern } from './clips.ts'
import { startTestKinora, type TestKinora, type TestOptions } from './kinora.ts'
import { newMember, type Sql } from './members.ts'
import { openTestPool, type TestPool } from './pool.ts'
import { type CopyChanges, copyReadyVideo } from './ready-video.ts'
import { copySnapshot, type Place } from './snapshots.ts'

/** Two separate organizations. The first has a ready video, an unfinished upload, a folder and a draft subtitle. */
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
  /** A new person who joins the owner's organization with a role of these permissions. */
  member(permissions: string | null): Promise<Client>
  /** Another ready video of the owner, in milliseconds: a copy of the first. */
  copyVideo(changes?: CopyChanges): Promise<Content>
  end(): Promise<void>
}

/** A copy of the world, which the first test file of the run creates. */
export async function openWorld(options?: Omit<TestOptions, 'beside'>): Promise<World> {
  // Files in a bucket are not copied, so each world creates its own.
  const isOnDisk = Object.keys(inject('bucket')).length === 0
  const copy = await copySnapshot(isOnDisk ? 'world' : `world_${randomUUID()}`, makeWorld)
  const { facts } = copy
  const folder = await mkdtemp(join(tmpdir(), 'kinora-world-'))
  const clip = join(folder, 'clip.mp4')
  await copyFile(clipOfRun(), clip)
  const kinora = await startTestKinora({ ...options, beside: copy })
  const pool = openTestPool(kinora)
  const as = ({ token, organizationId, environmentId }: Account) =>
    client(kinora.url, token, organizationId, environmentId)
  const owner = as(facts.owner)
  const { sql, hold } = pool
  // The snapshot can be older than what counts as a recent sign-in.
  await sql('UPDATE sessions SET authenticated_at = $1', [options?.clock?.now() ?? new Date()])

  return {
    kinora,
    folder,
    clip,
    owner,
    stranger: as(facts.stranger),
    content: await owner.call('getContent', { params: { id: facts.contentId } }),
    upload: await owner.call('getUpload', { params: { id: facts.uploadId } }),
    collection: await owner.call('getCollection', { params: { id: facts.collectionId } }),
    subtitle: facts.subtitle,
    sql,
    hold,
    member: (permissions) => newMember(owner, sql, permissions),
    async copyVideo(changes) {
      const original = { ...kinora, contentId: facts.contentId }
      const id = await copyReadyVideo(original, facts.owner.environmentId ?? '', changes)
      return owner.call('getContent', { params: { id } })
    },
    async end() {
      await pool.end()
      await kinora.stop()
      await copy.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Account = Pick<Client, 'token' | 'organizationId' | 'environmentId'>

interface Facts {
  readonly owner: Account
  readonly stranger: Account
  readonly contentId: string
  readonly uploadId: string
  readonly collectionId: string
  readonly subtitle: Subtitle
}

const clipOfRun = () => join(inject('runFolder'), 'clip.mp4')

async function makeWorld(place: Place): Promise<Facts> {
  const kinora = await startTestKinora({ beside: place })
  const owner = await newOwner(kinora.url, {
    email: 'owner@deccan.example',
    organization: 'Deccan Television',
  })
  const stranger = await newOwner(kinora.url, { email: 'owner@gulf.example', organization: 'Gulf Bureau' })
  const clip = await makeClip(clipOfRun(), ...pattern(2, '320x180'), ...h264, '-c:a', 'aac')
  const uploaded = await uploadFile(owner, clip, 'secret plans of deccan.mp4')
  const content = await contentWhen(owner, uploaded.id, (each) => isSettled(each) && each.poster !== null)
  await whenFound(`${kinora.url}/image/${content.playbackId}/storyboard.vtt`)
  await whenFound(`${kinora.url}/image/${content.playbackId}/waveform.png`)
  const upload = await owner.call('createUpload', { body: { fileName: 'waiting.mp4', fileSize: 1000 } })
  const collection = await owner.call('createCollection', { body: { name: 'Plans of deccan' } })
  const subtitle = await owner.call('createSubtitle', {
    params: { id: content.id },
    body: { name: 'Hindi', languageCode: 'hi', text: '1\n00:00:00,000 --> 00:00:01,000\nsecret plans' },
  })
  await kinora.stop()
  return {
    owner: accountOf(owner),
    stranger: accountOf(stranger),
    contentId: content.id,
    uploadId: upload.uploadId,
    collectionId: collection.id,
    subtitle,
  }
}

function accountOf({ token, organizationId, environmentId }: Client): Account {
  return { token, organizationId, environmentId }
}

import { randomUUID } from 'node:crypto'
import type { CallName, ProblemId } from '@kinora/contract'
import type { Client } from '../testing/client.ts'
import { newMember } from '../testing/members.ts'
import { copyReadyVideo } from '../testing/ready-video.ts'
import { openWorld, type World } from '../testing/world.ts'

/** A correct request to a call. */
export interface Case {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: Record<string, unknown>
  /** Caller of the correct request, if it ends what others need. The owner by default. */
  readonly by?: Client
  /** Expected problem, if the test world lacks what the request needs to succeed. */
  readonly answers?: ProblemId
  /** IDs such as `body.ids.0` that are skipped if they do not exist. All others are a 404. */
  readonly passesOver?: readonly string[]
  /** A correct request with the IDs that cannot be sent together with the others. */
  readonly alternative?: Case
}

/** Objects that requests can use. Both tenants have all of them. */
export interface Tenant extends Pick<World, 'kinora' | 'owner' | 'stranger' | 'sql' | 'member'> {
  readonly content: World['content']
  readonly upload: World['upload']
  readonly collection: World['collection']
  readonly subtitle: World['subtitle']
  /** Another ready video, for calls that change or remove it. */
  video(): Promise<string>
}

/** Creates what the request needs and returns the request. The owner makes it, unless the call is for administrators. */
export type MakeCase = (tenant: Tenant) => Case | Promise<Case>
/** The cases of some calls, by name. */
export type Cases = Partial<Readonly<Record<CallName, MakeCase>>>

export interface Tenants {
  readonly mine: Tenant
  readonly theirs: Tenant
  /** A person of my environment who sees only their own videos, because of their role. */
  limited(): Promise<Tenant>
  end(): Promise<void>
}

/** The test world, with the same objects in the other organization.
 * @param hasWorker runs jobs. Otherwise they stay in the queue and take no time. */
export async function openTenants(hasWorker: boolean): Promise<Tenants> {
  const world = await openWorld(hasWorker ? {} : { env: { ROLES: 'web,delivery' } })
  const { kinora, owner, stranger, content, sql } = world
  const videoFor = async (who: Client) =>
    copyReadyVideo({ ...kinora, contentId: content.id }, who.environmentId ?? '', {
      title: `Copy ${randomUUID()}`,
    })
  const id = await videoFor(stranger)
  const text = '1\n00:00:00,000 --> 00:00:01,000\ntheir plans'
  const theirs: Tenant = {
    kinora,
    owner: stranger,
    stranger: owner,
    sql,
    content: await stranger.call('getContent', { params: { id } }),
    upload: await stranger.call('createUpload', { body: { fileName: 'theirs.mp4', fileSize: 1000 } }),
    collection: await stranger.call('createCollection', { body: { name: 'Their plans' } }),
    subtitle: await stranger.call('createSubtitle', {
      params: { id },
      body: { name: 'Arabic', languageCode: 'ar', text },
    }),
    video: () => videoFor(stranger),
    member: (permissions) => newMember(stranger, sql, permissions),
  }
  let limited: Promise<Tenant> | undefined
  return {
    mine: { ...world, video: () => videoFor(owner) },
    theirs,
    limited() {
      limited ??= openLimited(world, () => videoFor(owner))
      return limited
    },
    end: world.end,
  }
}

async function openLimited(world: World, copyVideo: () => Promise<string>): Promise<Tenant> {
  const { kinora, owner, stranger, sql } = world
  const all = { create: true, read: true, update: true, delete: true }
  const rights = {
    Videos: { Video: all, 'Social Publish': all },
    DAM: { Folder: all },
    'Ad Insertion': { Channel: all, Campaign: all },
    'Portrait Pro': { Portrait: all },
  }
  const member = await world.member(JSON.stringify({ ...rights, filter: { tags: ['none has it'] } }))
  const { id: userId } = await member.call('getUser', { params: { id: 'me' } })
  const video = async () => {
    const id = await copyVideo()
    await sql('UPDATE contents SET added_by_id = $2 WHERE id = $1', [id, userId])
    return id
  }
  const params = { id: await video() }
  const text = '1\n00:00:00,000 --> 00:00:01,000\nlimited plans'
  return {
    kinora,
    owner: member,
    stranger,
    sql,
    video,
    member: world.member,
    content: await member.call('getContent', { params }),
    upload: await member.call('createUpload', { body: { fileName: 'limited.mp4', fileSize: 1000 } }),
    collection: await owner.call('createCollection', { body: { name: 'Limited plans' } }),
    subtitle: await member.call('createSubtitle', {
      params,
      body: { name: 'Urdu', languageCode: 'ur', text },
    }),
  }
}

/** @throws if there is none: a request without an ID would test nothing */
export function firstId([first]: readonly { readonly id: string }[]): string {
  if (first === undefined) throw new Error('there is nothing to take an id from')
  return first.id
}

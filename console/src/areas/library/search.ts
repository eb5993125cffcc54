import type { ContentSort } from '@kinora/contract'
import { contentStatuses, playbackPolicies } from '@kinora/contract/library/contents'
import * as z from 'zod/mini'

export const pageSizes = [12, 24, 48, 100] as const
export type PageSize = (typeof pageSizes)[number]
export const usualPageSize: PageSize = 12

export const resolutions = ['240p', '360p', '480p', '720p', '1080p', '1440p', '2160p'] as const
/** Duration ranges in seconds: from, and less than. */
const lengths = { short: [0, 60], middle: [60, 600], long: [600, 3600], longest: [3600] } as const
export const lengthIds = ['short', 'middle', 'long', 'longest'] as const
/** Number of days. */
const days = { day: 1, week: 7, month: 30, year: 365 } as const
export const dayIds = ['day', 'week', 'month', 'year'] as const
const HOUR_MS = 3_600_000

function some<T extends z.ZodMiniType>(item: T) {
  return z.catch(z._default(z.array(item), []), [])
}

/** Every column of the list of videos can be sorted. */
const videosSorts = [
  ...(['-createdAt', 'createdAt', 'title', '-title', '-duration', 'duration'] as const),
  ...(['-size', 'size', '-resolution', 'resolution'] as const),
  ...(['status', '-status', 'addedBy', '-addedBy'] as const),
] as const satisfies readonly ContentSort[]
export type VideosSort = (typeof videosSorts)[number]

export const listViews = ['table', 'grid'] as const
export type ListView = (typeof listViews)[number]

/** The state of the list is in its address. `size` and `view` are present only if they differ from the user's
 * preference. */
export const videosSearch = z.object({
  q: z.catch(z._default(z.string(), ''), ''),
  status: some(z.enum(contentStatuses)),
  policy: some(z.enum(playbackPolicies)),
  resolution: some(z.enum(resolutions)),
  tag: some(z.string()),
  /** A metadata key that the video has. */
  key: z.catch(z.optional(z.string()), undefined),
  length: z.catch(z.optional(z.enum(lengthIds)), undefined),
  added: z.catch(z.optional(z.enum(dayIds)), undefined),
  /** A folder, with everything in its subfolders. */
  folder: z.catch(z.optional(z.uuid()), undefined),
  sort: z.catch(z._default(z.enum(videosSorts), '-createdAt'), '-createdAt'),
  page: z.catch(z._default(z.int().check(z.minimum(1)), 1), 1),
  size: z.catch(z.optional(z.literal(pageSizes)), undefined),
  view: z.catch(z.optional(z.enum(listViews)), undefined),
  /** Lists social clips instead of videos. */
  kind: z.catch(z.optional(z.literal('social')), undefined),
  /** The open dialog. */
  add: z.catch(z.optional(z.literal('url')), undefined),
})
export type VideosSearch = z.infer<typeof videosSearch>

export const noFilters: Omit<VideosSearch, 'size' | 'view' | 'kind' | 'add'> = {
  q: '',
  status: [],
  policy: [],
  resolution: [],
  tag: [],
  key: undefined,
  length: undefined,
  added: undefined,
  folder: undefined,
  sort: '-createdAt',
  page: 1,
}

/** Whether a filter or a phrase narrows the list. */
export function isNarrowed({
  q,
  status,
  policy,
  resolution,
  tag,
  key,
  length,
  added,
  folder,
}: VideosSearch): boolean {
  const lists = [status, policy, resolution, tag]
  const ones = [key, length, added, folder]
  return q !== '' || lists.some((list) => list.length > 0) || ones.some((one) => one !== undefined)
}

/** The part of the address that a saved view stores. */
export function viewOf(search: VideosSearch) {
  const { q, status, policy, resolution, tag, key, length, added, folder, sort, view } = search
  return { q, status, policy, resolution, tag, key, length, added, folder, sort, view }
}

/** The request for the address. */
export function listQueryOf<Sort extends ContentSort>(
  { q, sort, page, size }: Pick<DamSearch, 'q' | 'page' | 'size'> & { readonly sort: Sort },
  ownSize: PageSize,
) {
  return { sort, pageNum: page, pageSize: size ?? ownSize, ...(q !== '' && { phrase: q }) }
}

/** The request with the list's filters. `now` is in milliseconds. */
export function filteredQueryOf(search: VideosSearch, ownSize: PageSize, now: number) {
  const { status, policy, resolution, tag, key, length, added, folder, kind } = search
  const [minDuration = 0, maxDuration] = length === undefined ? [] : lengths[length]
  return {
    ...listQueryOf(search, ownSize),
    category: kind === 'social' ? ('SocialClip' as const) : ('Video' as const),
    ...(status.length > 0 && { status }),
    ...(policy.length > 0 && { playbackPolicy: policy }),
    ...(resolution.length > 0 && { resolution }),
    ...(tag.length > 0 && { tag }),
    ...(key !== undefined && { metadataKey: key }),
    ...(minDuration > 0 && { minDuration }),
    ...(maxDuration !== undefined && { maxDuration }),
    ...(folder !== undefined && { assetCollectionUUID: folder, includeSubfolders: true }),
    // Rounded to the hour, so that repeated queries share a cache entry.
    ...(added !== undefined && { from: hourBefore(now, days[added] * 24 * HOUR_MS) }),
  }
}

function hourBefore(now: number, ms: number): string {
  return new Date(Math.floor((now - ms) / HOUR_MS) * HOUR_MS).toISOString()
}

/** One video: `t` is a start time such as `90` or `1m30s`. */
export const videoSearch = z.object({
  t: z.catch(z.optional(z.pipe(z.union([z.string(), z.number()]), z.transform(String))), undefined),
})

/** Sort orders that apply to folders and videos. */
export const damSorts = [
  ...(['-createdAt', 'createdAt', 'title', '-title'] as const),
  ...(['-size', 'size', '-duration', 'duration', '-items', 'items'] as const),
] as const satisfies readonly ContentSort[]
export type DamSort = (typeof damSorts)[number]

/** A folder; without an id, the root. `view` and `size` are present only if they differ from the user's preference. */
export const damSearch = z.object({
  folder: z.catch(z.optional(z.uuid()), undefined),
  q: z.catch(z._default(z.string(), ''), ''),
  sort: z.catch(z._default(z.enum(damSorts), '-createdAt'), '-createdAt'),
  page: z.catch(z._default(z.int().check(z.minimum(1)), 1), 1),
  size: z.catch(z.optional(z.literal(pageSizes)), undefined),
  view: z.catch(z.optional(z.enum(listViews)), undefined),
  /** The open dialog. */
  add: z.catch(z.optional(z.literal('folder')), undefined),
})
export type DamSearch = z.infer<typeof damSearch>

/** The part of the address that a saved view stores. */
export function damViewOf({ folder, q, sort, view }: DamSearch) {
  return { folder, q, sort, view }
}

export const wholeLevel = { q: '', sort: '-createdAt', page: 1 } as const satisfies Partial<DamSearch>

const trashSorts = [
  ...(['-trashedAt', 'trashedAt', 'title', '-title', '-size', 'size', 'goneAt', '-goneAt'] as const),
] as const satisfies readonly ContentSort[]
export type TrashSort = (typeof trashSorts)[number]

export const trashSearch = z.object({
  sort: z.catch(z._default(z.enum(trashSorts), '-trashedAt'), '-trashedAt'),
  page: z.catch(z._default(z.int().check(z.minimum(1)), 1), 1),
})

/** `folder` is the target of the videos; the root if it is missing. */
export const importsSearch = z.object({
  folder: z.catch(z.optional(z.uuid()), undefined),
  page: z.catch(z._default(z.int().check(z.minimum(1)), 1), 1),
})

const rowFilters = ['all', 'waiting', 'invalid', 'skipped', 'underWay', 'ready', 'notIn'] as const

export const importSearch = z.object({
  show: z.catch(z._default(z.enum(rowFilters), 'all'), 'all'),
  page: z.catch(z._default(z.int().check(z.minimum(1)), 1), 1),
})
export type ImportSearch = z.infer<typeof importSearch>
/** A new encoding profile. `from`: the profile to copy. */
export const newProfileSearch = z.object({ from: z.catch(z.optional(z.string()), undefined) })

import type { ContentSort } from '@kinora/contract'
import { contentStatuses, playbackPolicies } from '@kinora/contract/library/values'
import * as read from '../../lib/browser/read'

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

/** Every column of the list of videos can be sorted. */
const videosSorts = [
  '-createdAt',
  'createdAt',
  'title',
  '-title',
  '-duration',
  'duration',
  '-size',
  'size',
  '-resolution',
  'resolution',
  'status',
  '-status',
  'addedBy',
  '-addedBy',
] as const satisfies readonly ContentSort[]
export type VideosSort = (typeof videosSorts)[number]

export const listViews = ['table', 'grid'] as const
export type ListView = (typeof listViews)[number]

/** The state of the list is in its address. `size` and `view` are present only if they differ from the user's
 * preference. */
export const videosSearch = read.fields({
  q: read.text(''),
  status: read.someOf(contentStatuses),
  policy: read.someOf(playbackPolicies),
  resolution: read.someOf(resolutions),
  tag: read.list((tag) => typeof tag === 'string'),
  /** A metadata key that the video has. */
  key: read.text(undefined),
  length: read.oneOf(lengthIds, undefined),
  added: read.oneOf(dayIds, undefined),
  /** A folder, with everything in its subfolders. */
  folder: read.id(undefined),
  sort: read.oneOf(videosSorts, '-createdAt'),
  page: read.page(),
  size: read.oneOf(pageSizes, undefined),
  view: read.oneOf(listViews, undefined),
  /** Lists social clips instead of videos. */
  kind: read.oneOf(['social'], undefined),
  /** The open dialog. */
  add: read.oneOf(['url'], undefined),
})
export type VideosSearch = read.FieldsRead<typeof videosSearch>

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
export const videoSearch = read.fields({
  t: (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined),
})

/** Sort orders that apply to folders and videos. */
export const damSorts = [
  '-createdAt',
  'createdAt',
  'title',
  '-title',
  '-size',
  'size',
  '-duration',
  'duration',
  '-items',
  'items',
] as const satisfies readonly ContentSort[]
export type DamSort = (typeof damSorts)[number]

/** A folder; without an id, the root. `view` and `size` are present only if they differ from the user's preference. */
export const damSearch = read.fields({
  folder: read.id(undefined),
  q: read.text(''),
  sort: read.oneOf(damSorts, '-createdAt'),
  page: read.page(),
  size: read.oneOf(pageSizes, undefined),
  view: read.oneOf(listViews, undefined),
  /** The open dialog. */
  add: read.oneOf(['folder'], undefined),
})
export type DamSearch = read.FieldsRead<typeof damSearch>

/** The part of the address that a saved view stores. */
export function damViewOf({ folder, q, sort, view }: DamSearch) {
  return { folder, q, sort, view }
}

export const wholeLevel = { q: '', sort: '-createdAt', page: 1 } as const satisfies Partial<DamSearch>

const trashSorts = [
  '-trashedAt',
  'trashedAt',
  'title',
  '-title',
  '-size',
  'size',
  'goneAt',
  '-goneAt',
] as const satisfies readonly ContentSort[]
export type TrashSort = (typeof trashSorts)[number]

export const trashSearch = read.fields({
  sort: read.oneOf(trashSorts, '-trashedAt'),
  page: read.page(),
})

/** `folder` is the target of the videos; the root if it is missing. */
export const importsSearch = read.fields({
  folder: read.id(undefined),
  page: read.page(),
})

const rowFilters = ['all', 'waiting', 'invalid', 'skipped', 'underWay', 'ready', 'notIn'] as const

export const importSearch = read.fields({
  show: read.oneOf(rowFilters, 'all'),
  page: read.page(),
})
export type ImportSearch = read.FieldsRead<typeof importSearch>
/** A new encoding profile. `from`: the profile to copy. */
export const newProfileSearch = read.fields({ from: read.text(undefined) })

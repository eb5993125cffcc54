import type { ContentCategory, ContentStatus, PlaybackPolicy } from '@kinora/contract'
import { and, arrayContains, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { containsText } from '../../../platform/database/like.ts'
import { subtreeIds } from '../contents/collection-tree.ts'
import { contents, deletedMark } from '../contents/tables.ts'
import { isVisible, type VideoScope } from '../contents/visibility.ts'

/** Filters of a list of contents. */
export interface ContentFilter {
  readonly status?: readonly ContentStatus[] | undefined
  readonly playbackPolicy?: readonly PlaybackPolicy[] | undefined
  readonly resolution?: readonly string[] | undefined
  readonly tag?: readonly string[] | undefined
  readonly metadataKey?: string | undefined
  readonly externalId?: string | undefined
  readonly minDuration?: number | undefined
  readonly maxDuration?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly assetCollectionUUID?: string | undefined
  /** Whether to include all subfolders. */
  readonly includeSubfolders: boolean
  readonly showAssetCollections: boolean
  readonly category?: ContentCategory | undefined
  readonly trashed: boolean
}

/** Minimum similarity of a word, from 0 to 1: one missing letter in six still matches. */
export const minSimilarity = 0.4
/** Shorter words are similar to too many others. */
const MIN_SIMILAR_LETTERS = 4

/** Visible contents of the environment that match the filter and contain every word. */
export function contentsWhere(scope: VideoScope, filter: ContentFilter, words: readonly string[]) {
  const { environmentId } = scope
  return and(
    eq(contents.environmentId, environmentId),
    isVisible(scope),
    filter.trashed
      ? and(gt(contents.trashedAt, deletedMark), isNull(contents.trashedWith))
      : and(isNull(contents.trashedAt), folderCondition(environmentId, filter, words.length > 0)),
    ...filterConditions(filter),
    ...words.map(containsWord),
  )
}

/** Like `contentsWhere`, with similar words. */
export function similarContentsWhere(scope: VideoScope, filter: ContentFilter, words: readonly string[]) {
  const wordConditions = words.map((word) =>
    word.length < MIN_SIMILAR_LETTERS
      ? containsWord(word)
      : or(containsWord(word), sql`${word} <% ${contents.searchText}`),
  )
  return and(
    contentsWhere(scope, filter, []),
    subtreeCondition(scope.environmentId, filter),
    ...wordConditions,
  )
}

/** Whether the list has filters besides folder, status and category Video, for which there are counters. */
export function hasFilters(filter: ContentFilter): boolean {
  const { trashed, category, includeSubfolders, assetCollectionUUID } = filter
  if (includeSubfolders && assetCollectionUUID !== undefined) return true
  const kind = category === 'Video' ? undefined : category
  return trashed || filterConditions({ ...filter, status: undefined, category: kind }).length > 0
}

/** Conditions of categories. Must match those of the partial indexes. */
const categoryConditions: Readonly<Record<ContentCategory, SQL>> = {
  Video: sql`${contents.category} = 'Video'`,
  SocialClip: sql`${contents.category} = 'SocialClip'`,
  LiveRecording: sql`${contents.category} = 'LiveRecording'`,
}

function filterConditions(filter: ContentFilter): SQL[] {
  const { status, playbackPolicy, resolution, tag, minDuration, maxDuration, from, to } = filter
  const { metadataKey, externalId, category } = filter
  const sides = resolution?.map((name) => Number.parseInt(name, 10)) ?? []
  return [
    category === undefined ? undefined : categoryConditions[category],
    status?.length ? inArray(contents.status, [...status]) : undefined,
    playbackPolicy?.length ? inArray(contents.playbackPolicy, [...playbackPolicy]) : undefined,
    sides.length > 0 ? inArray(contents.shortSide, sides) : undefined,
    tag?.length ? arrayContains(contents.tags, [...tag]) : undefined,
    metadataKey ? sql`${contents.metadata} @> ${JSON.stringify([{ key: metadataKey }])}::jsonb` : undefined,
    externalId ? eq(contents.externalId, externalId) : undefined,
    minDuration === undefined ? undefined : gte(contents.durationS, minDuration),
    maxDuration === undefined ? undefined : lte(contents.durationS, maxDuration),
    from === undefined ? undefined : gte(contents.createdAt, new Date(from)),
    to === undefined ? undefined : lt(contents.createdAt, new Date(to)),
  ].filter((condition) => condition !== undefined)
}

/** The folder of listed contents: any, one level, or the subtree. */
function folderCondition(environmentId: string, filter: ContentFilter, isSearch: boolean): SQL | undefined {
  if (isSearch || filter.includeSubfolders) return subtreeCondition(environmentId, filter)
  const { assetCollectionUUID, showAssetCollections } = filter
  if (assetCollectionUUID !== undefined) return eq(contents.collectionId, assetCollectionUUID)
  return showAssetCollections ? isNull(contents.collectionId) : undefined
}

function subtreeCondition(
  environmentId: string,
  { assetCollectionUUID, trashed }: ContentFilter,
): SQL | undefined {
  if (assetCollectionUUID === undefined || trashed) return undefined
  return inArray(contents.collectionId, subtreeIds(environmentId, [assetCollectionUUID]))
}

function containsWord(word: string): SQL {
  return containsText(contents.searchText, word)
}

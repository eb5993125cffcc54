import { type Content, type ContentSort, collectionLimits, contentCategories } from '@kinora/contract'
import { and, asc, desc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { splitWords } from '../../../platform/database/fold.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { pageOrigin } from '../../../platform/http/origin.ts'
import { createPlaybackToken } from '../../delivery/index.ts'
import { type ContentRow, contentView } from '../contents/content-view.ts'
import { getContent, loadContentParts } from '../contents/contents.ts'
import { contents, isNotDeleted } from '../contents/tables.ts'
import { isVisible, type VideoScope } from '../contents/visibility.ts'
import { getCollection, listPageCollections } from '../folders/collections.ts'
import type { Library } from '../library.ts'
import { countContents } from './content-counts.ts'
import {
  type ContentFilter,
  contentsWhere,
  hasFilters,
  minSimilarity,
  similarContentsWhere,
} from './search.ts'

interface ListQuery extends ContentFilter, PageQuery {
  readonly phrase?: string | undefined
  readonly sort: ContentSort
}

/** Sort orders that apply only to the trash; other lists ignore them. */
const trashSorts: ReadonlySet<ContentSort> = new Set(['trashedAt', '-trashedAt', 'goneAt', '-goneAt'])

/** Filtered lists are counted only up to this number. */
const MAX_COUNTED = 1000

/**
 * A page of the environment's contents that contain every word of the phrase, or similar words if there are none.
 * @throws problem not-found if the folder does not exist
 */
export async function listContents(library: Library, scope: VideoScope, query: ListQuery, origin: string) {
  const { db } = library
  const { pageNum, trashed, showAssetCollections } = query
  const sort = trashed || !trashSorts.has(query.sort) ? query.sort : '-createdAt'
  const level = query.assetCollectionUUID ?? null
  if (level !== null) await getCollection(db, scope.environmentId, level)
  const words = splitWords(query.phrase ?? '')
  // A phrase without letters or digits matches nothing.
  const where = query.phrase?.trim() && words.length === 0 ? sql`false` : contentsWhere(scope, query, words)
  const folderQuery = { level, words: query.phrase?.trim() ?? '', trashed, sort }
  const [found, assetCollections] = await Promise.all([
    loadRows(db, scope, { ...query, sort }, where, words.length > 0),
    showAssetCollections && pageNum === 1 ? listPageCollections(db, scope, folderQuery) : [],
  ])
  const similar = words.length > 0 && found.totalItems === 0
  const page = similar
    ? await db.transaction(async (tx) => {
        await tx.execute(sql.raw(`SET LOCAL pg_trgm.word_similarity_threshold = ${minSimilarity}`))
        return loadRows(tx, scope, { ...query, sort }, similarContentsWhere(scope, query, words), true)
      })
    : found
  const items = await loadContentViews(library, page.items, origin)
  return { ...page, items, assetCollections, similar: similar && items.length > 0 }
}

/** A page of a content's clips, newest first. @throws problem not-found */
export async function listClips(
  library: Library,
  scope: VideoScope,
  id: string,
  page: PageQuery,
  origin: string,
) {
  const { db } = library
  await getContent(db, scope.environmentId, id)
  const where = and(
    eq(contents.environmentId, scope.environmentId),
    eq(contents.clipOf, id),
    isNull(contents.trashedAt),
    isVisible(scope),
  )
  return listAmong(library, where, page, origin)
}

/** The contents of a list that another area keeps: a subquery of IDs. */
export type Among = SQLWrapper

/** A page of recordings of live streams, newest first. @param among content IDs */
export async function listRecordings(
  library: Library,
  scope: VideoScope,
  { phrase, ...page }: PageQuery & { readonly phrase?: string | undefined },
  among: Among,
  origin: string,
) {
  const words = splitWords(phrase ?? '')
  const filter = {
    category: 'LiveRecording',
    trashed: false,
    includeSubfolders: false,
    showAssetCollections: false,
  } as const
  const isFound = phrase?.trim() && words.length === 0 ? sql`false` : contentsWhere(scope, filter, words)
  return listAmong(library, and(isFound, sql`${contents.id} IN ${among}`), page, origin)
}

/** A page of the clips of several contents, newest first. @param among content IDs */
export function listClipsAmong(
  library: Library,
  scope: VideoScope,
  page: PageQuery,
  among: Among,
  origin: string,
) {
  const where = and(
    eq(contents.environmentId, scope.environmentId),
    sql`${contents.clipOf} IN ${among}`,
    isNull(contents.trashedAt),
    isVisible(scope),
  )
  return listAmong(library, where, page, origin)
}

function listAmong(library: Library, where: SQL | undefined, page: PageQuery, origin: string) {
  return loadPage(page, {
    select: selectRows(library.db, where, '-createdAt'),
    total: library.db.$count(contents, where),
    view: (rows) => loadContentViews(library, rows, origin),
  })
}

/** Loads a page of rows. */
function loadRows(
  db: Queryable,
  scope: VideoScope,
  query: ListQuery,
  where: SQL | undefined,
  isSearch: boolean,
) {
  const total =
    isSearch || scope.filter !== null || hasFilters(query)
      ? db.$count(db.select({ id: contents.id }).from(contents).where(where).limit(MAX_COUNTED).as('counted'))
      : countUnfiltered(db, scope, query)
  return loadPage(query, { select: selectRows(db, where, query.sort), total, view: (rows) => rows })
}

/** Subtracts the other categories from the counters, because few contents are in them. */
async function countUnfiltered(db: Queryable, scope: VideoScope, query: ListQuery): Promise<number> {
  if (query.category === undefined) return countContents(db, scope.environmentId, query)
  const others = contentCategories.filter((category) => category !== 'Video')
  const [all = 0, ...counted] = await Promise.all([
    countContents(db, scope.environmentId, query),
    ...others.map((category) => db.$count(contents, contentsWhere(scope, { ...query, category }, []))),
  ])
  return counted.reduce((left, count) => left - count, all)
}

function selectRows(db: Queryable, where: SQL | undefined, sort: ContentSort) {
  return db
    .select()
    .from(contents)
    .where(where)
    .orderBy(...orderBy(sort))
}

export async function loadContentViews(
  library: Library,
  rows: readonly ContentRow[],
  origin: string,
): Promise<Content[]> {
  const partsOf = await loadContentParts(library.db, rows)
  const origins = { origin, pages: pageOrigin(origin, library.config) }
  return Promise.all(
    rows.map(async (row) => contentView(row, partsOf(row), origins, await createPlaybackToken(library, row))),
  )
}

/** The contents that exist and that the caller's role shows, by ID. */
export async function viewContents(
  library: Library,
  scope: VideoScope,
  ids: readonly string[],
  origin: string,
): Promise<Map<string, Content>> {
  const isWanted = and(eq(contents.environmentId, scope.environmentId), inArray(contents.id, [...ids]))
  const rows = await library.db
    .select()
    .from(contents)
    .where(and(isWanted, isNotDeleted, isVisible(scope)))
  return new Map((await loadContentViews(library, rows, origin)).map((view) => [view.id, view]))
}

const addedByName = sortName(contents.addedBy)
const deletedAt = sql`coalesce(${contents.expiresAt}, ${contents.trashedAt} + make_interval(days => ${collectionLimits.trashDays}))`

/** Null sorts before the smallest value, so that one index serves both directions. */
function ascending(value: SQLWrapper): SQL[] {
  return [sql`${value} ASC NULLS FIRST`, asc(contents.id)]
}

function descending(value: SQLWrapper): SQL[] {
  return [sql`${value} DESC NULLS LAST`, desc(contents.id)]
}

function orderBy(sort: ContentSort): SQL[] {
  const title = sortName(contents.title)
  switch (sort) {
    case '-createdAt':
      return [sql`${contents.createdAt} DESC NULLS FIRST`, asc(contents.id)]
    case 'createdAt':
      return [asc(contents.createdAt), desc(contents.id)]
    case 'title':
    case 'items':
    case '-items':
      return [asc(title), asc(contents.id)]
    case '-title':
      return [desc(title), desc(contents.id)]
    case 'duration':
      return [asc(contents.durationS), asc(contents.id)]
    case '-duration':
      return [sql`${contents.durationS} DESC NULLS LAST`, desc(contents.id)]
    case 'size':
      return ascending(contents.sourceBytes)
    case '-size':
      return descending(contents.sourceBytes)
    case 'resolution':
      return ascending(contents.shortSide)
    case '-resolution':
      return descending(contents.shortSide)
    case 'addedBy':
      return ascending(addedByName)
    case '-addedBy':
      return descending(addedByName)
    case 'status':
      return [asc(contents.status), sql`${contents.createdAt} DESC NULLS FIRST`, asc(contents.id)]
    case '-status':
      return [desc(contents.status), sql`${contents.createdAt} ASC NULLS LAST`, desc(contents.id)]
    case 'trashedAt':
      return ascending(contents.trashedAt)
    case '-trashedAt':
      return descending(contents.trashedAt)
    case 'goneAt':
      return [asc(deletedAt), asc(contents.id)]
    case '-goneAt':
      return [sql`${deletedAt} DESC NULLS LAST`, desc(contents.id)]
  }
}

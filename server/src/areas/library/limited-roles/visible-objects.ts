import { libraryCalls } from '@kinora/contract'
import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ObjectLimit } from '../../activity/index.ts'
import { audioTracks } from '../audio/tables.ts'
import { collections, contents, isNotDeleted, uploads } from '../contents/tables.ts'
import { isVisible, isVisibleFolder } from '../contents/visibility.ts'
import { thumbnails } from '../images/tables.ts'
import { isVisibleImport } from '../imports/imports.ts'
import { imports } from '../imports/tables.ts'
import { subtitles } from '../subtitles/tables.ts'

/** Limits the events, audit entries and logged requests that a limited role sees to visible videos and folders. */
export const videoLimit: ObjectLimit = {
  types: ['asset', 'upload', 'thumbnail', 'audio_track', 'subtitle', 'import', 'collection'],
  paths: [
    libraryCalls.createContent,
    libraryCalls.createUpload,
    libraryCalls.createImport,
    libraryCalls.createCollection,
  ].map(({ path }) => path),
  isVisible(scope, id) {
    const { environmentId } = scope
    const hasContent = (contentId: SQLWrapper) =>
      exists(
        contents,
        and(
          sql`${contents.id} = ${contentId}`,
          eq(contents.environmentId, environmentId),
          isNotDeleted,
          isVisible(scope),
        ),
      )
    const belongs = (table: PgTable & { id: AnyPgColumn; contentId: AnyPgColumn }) =>
      exists(table, and(sql`${table.id} = ${id}`, hasContent(table.contentId)))
    const isOf = (table: { id: AnyPgColumn; environmentId: AnyPgColumn }) =>
      and(sql`${table.id} = ${id}`, eq(table.environmentId, environmentId))
    const conditions = or(
      hasContent(id),
      ...[uploads, subtitles, audioTracks, thumbnails].map(belongs),
      exists(imports, and(isOf(imports), isVisibleImport(scope))),
      exists(collections, and(isOf(collections), isVisibleFolder(scope))),
    )
    return sql`(${conditions})`
  },
}

function exists(table: PgTable, condition: SQL | undefined): SQL {
  return sql`EXISTS (SELECT FROM ${table} WHERE ${condition})`
}

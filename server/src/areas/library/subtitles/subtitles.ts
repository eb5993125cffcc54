import { canonicalLanguage, subtitleLimits } from '@kinora/contract'
import type { Cue } from '@kinora/media'
import { and, eq, inArray } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { lockContent } from '../contents/contents.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { partOf } from '../contents/part-of.ts'
import type { Library } from '../library.ts'
import type { ReadSubtitle, StoredCues } from './subtitle-tasks.ts'
import {
  getSubtitle,
  getVersion,
  listSubtitles,
  type SubtitleFacts,
  type VersionFacts,
  type VersionRow,
} from './subtitle-view.ts'
import { refreshSubtitleWords } from './subtitle-words.ts'
import { subtitles, subtitleVersions } from './tables.ts'

const emptyTrack = { cues: '[]', cueCount: 0, styles: [], regions: [] }

/** The fields of a subtitle that people give. */
export interface SubtitleFields {
  readonly name: string
  readonly languageCode: string
  readonly closedCaptions: boolean
}

/** Creates a draft. @throws problem not-found, in-trash, subtitle-limit */
export async function createSubtitle(
  library: Library,
  caller: Caller,
  contentId: string,
  given: SubtitleFields,
  read: Pick<ReadSubtitle, 'format' | 'track'> | null,
): Promise<SubtitleFacts> {
  return library.db.transaction(async (tx) => {
    const content = await lockContent(tx, caller.scope.environmentId, contentId)
    return insertSubtitle(library, tx, content, given, read, caller)
  })
}

/** Creates a draft from cues that are in their canonical form. @throws problem not-found, in-trash, subtitle-limit */
export function createSubtitleOfCues(
  library: Library,
  caller: Caller,
  contentId: string,
  given: SubtitleFields,
  cues: readonly Cue[],
): Promise<SubtitleFacts> {
  const track = { cues: JSON.stringify(cues), cueCount: cues.length, styles: [], regions: [] }
  return createSubtitle(library, caller, contentId, given, { format: 'vtt', track })
}

/**
 * Like `createSubtitle`, in the caller's transaction, which has locked the content.
 * @param caller null if Kinora does it itself
 * @param sourceIndex the text track of the source that it comes from
 */
export async function insertSubtitle(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  given: SubtitleFields,
  read: Pick<ReadSubtitle, 'format' | 'track'> | null,
  caller: Caller | null,
  sourceIndex: number | null = null,
): Promise<SubtitleFacts> {
  const { id: contentId, environmentId } = content
  if ((await tx.$count(subtitles, partOf(subtitles, content))) >= subtitleLimits.most)
    throw problem('subtitle-limit')
  const createdAt = library.clock.now()
  const sourceId = sourceIndex === null ? null : content.sourceId
  const row = { id: uuidv7(createdAt.getTime()), contentId, environmentId, sourceIndex, sourceId, createdAt }
  await tx.insert(subtitles).values(row)
  const { cues, cueCount, styles, regions } = read?.track ?? emptyTrack
  const draft: VersionRow = {
    id: uuidv7(),
    subtitleId: row.id,
    state: 'draft',
    name: given.name,
    languageCode: canonicalLanguage(given.languageCode) ?? given.languageCode,
    closedCaptions: given.closedCaptions,
    format: read?.format ?? 'vtt',
    cues,
    styles: [...styles],
    regions: [...regions],
    cueCount,
    updatedAt: createdAt,
  }
  await tx.insert(subtitleVersions).values(draft)
  const facts = { ...row, draft, published: null }
  await recordSubtitle(tx, caller, facts, 'created', { after: editableOf(draft) }, library.clock.now())
  return facts
}

interface SubtitleEdit {
  readonly name?: string | undefined
  readonly languageCode?: string | undefined
  readonly closedCaptions?: boolean | undefined
  /** New cues; null keeps the current ones. */
  readonly edited: StoredCues | null
  /** When the version that the user edited was last changed. If it is another one by now, the edit is refused. */
  readonly basedOn?: string | undefined
}

/** Changes the draft, or makes one beside the published version. @throws problem not-found, in-trash, changed-since */
export async function updateSubtitle(
  library: Library,
  caller: Caller,
  contentId: string,
  id: string,
  { name, languageCode, closedCaptions, edited, basedOn }: SubtitleEdit,
): Promise<SubtitleFacts> {
  const { environmentId } = caller.scope
  return library.db.transaction(async (tx) => {
    await lockContent(tx, environmentId, contentId)
    const facts = await getSubtitle(tx, environmentId, contentId, id)
    const current = await getVersion(tx, facts)
    if (basedOn !== undefined && new Date(basedOn).getTime() !== current.updatedAt.getTime())
      throw problem('changed-since')
    const draft: VersionRow = {
      ...current,
      id: current.state === 'draft' ? current.id : uuidv7(),
      state: 'draft',
      name: name ?? current.name,
      languageCode: canonicalLanguage(languageCode ?? current.languageCode) ?? current.languageCode,
      closedCaptions: closedCaptions ?? current.closedCaptions,
      ...edited,
      updatedAt: library.clock.now(),
    }
    const changes = changesBetween(editableOf(current), editableOf(draft))
    if (changes === null && draft.cues === current.cues) return facts
    if (current.state === 'published') await tx.insert(subtitleVersions).values(draft)
    else await tx.update(subtitleVersions).set(draft).where(eq(subtitleVersions.id, current.id))
    const next = { ...facts, draft }
    const counted = { cueCount: draft.cueCount }
    const values = changes ?? { before: counted, after: counted }
    await recordSubtitle(tx, caller, next, 'updated', values, library.clock.now())
    return next
  })
}

/** Deletes a subtitle, or only the draft of a published one. @throws problem not-found, in-trash */
export async function deleteSubtitle(
  library: Library,
  caller: Caller,
  contentId: string,
  id: string,
  draftOnly: boolean,
): Promise<void> {
  const { environmentId } = caller.scope
  await library.db.transaction(async (tx) => {
    const content = await lockContent(tx, environmentId, contentId)
    const facts = await getSubtitle(tx, environmentId, contentId, id)
    if (!draftOnly || facts.published === null) return removeSubtitles(library, tx, caller, content, [facts])
    if (facts.draft === null) return
    await tx.delete(subtitleVersions).where(eq(subtitleVersions.id, facts.draft.id))
    const changes = changesBetween(editableOf(facts.draft), editableOf(facts.published)) ?? {}
    await recordSubtitle(tx, caller, { ...facts, draft: null }, 'updated', changes, library.clock.now())
  })
}

/** Publishes drafts and deletes other subtitles, in one transaction. Ignores ids that do not exist. */
export async function publishSubtitles(
  library: Library,
  caller: Caller,
  contentId: string,
  { draftsToPublish, subtitlesToDelete }: { draftsToPublish: string[]; subtitlesToDelete: string[] },
): Promise<{ published: string[]; deleted: string[] }> {
  const { environmentId } = caller.scope
  return library.db.transaction(async (tx) => {
    const content = await lockContent(tx, environmentId, contentId)
    const existing = await listSubtitles(tx, environmentId, contentId)
    const toDelete = existing.filter(({ id }) => subtitlesToDelete.includes(id))
    const chosen = existing.filter((each) => draftsToPublish.includes(each.id) && !toDelete.includes(each))
    await removeSubtitles(library, tx, caller, content, toDelete)
    const published: string[] = []
    for (const facts of chosen) {
      if (facts.draft === null) continue
      await publishDraft(library, tx, caller, facts, facts.draft)
      published.push(facts.id)
    }
    if (published.length > 0) await notifyViewers(library, tx, content)
    return { published, deleted: toDelete.map(({ id }) => id) }
  })
}

/** Publishes subtitles by Kinora itself, in the caller's transaction, which has locked the content. */
export async function insertPublished(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  given: readonly (SubtitleFields & Pick<ReadSubtitle, 'format'> & ReadSubtitle['track'])[],
): Promise<void> {
  const existing = await tx.$count(subtitles, partOf(subtitles, content))
  const taken = given.slice(0, Math.max(0, subtitleLimits.most - existing))
  for (const version of taken) {
    const read = { format: version.format, track: version }
    const facts = await insertSubtitle(library, tx, content, version, read, null)
    if (facts.draft !== null) await publishDraft(library, tx, null, facts, facts.draft)
  }
  if (taken.length > 0) await notifyViewers(library, tx, content)
}

async function publishDraft(
  library: Library,
  tx: Transaction,
  caller: Caller | null,
  { published, ...facts }: SubtitleFacts,
  draft: VersionFacts,
): Promise<void> {
  if (published !== null) await tx.delete(subtitleVersions).where(eq(subtitleVersions.id, published.id))
  await tx.update(subtitleVersions).set({ state: 'published' }).where(eq(subtitleVersions.id, draft.id))
  const changes = changesBetween(published ? editableOf(published) : {}, editableOf(draft))
  const after = { ...facts, draft: null, published: draft }
  await recordSubtitle(tx, caller, after, 'published', changes ?? {}, library.clock.now())
}

/**
 * Deletes subtitles in the caller's transaction, which has locked the content.
 * @param caller null if Kinora does it itself
 */
export async function removeSubtitles(
  library: Library,
  tx: Transaction,
  caller: Caller | null,
  content: ContentRow,
  toDelete: readonly SubtitleFacts[],
): Promise<void> {
  if (toDelete.length === 0) return
  const ids = toDelete.map(({ id }) => id)
  await tx
    .delete(subtitles)
    .where(and(inArray(subtitles.id, ids), eq(subtitles.environmentId, content.environmentId)))
  for (const facts of toDelete)
    await recordSubtitle(
      tx,
      caller,
      facts,
      'deleted',
      { before: editableOf(shownOf(facts)) },
      library.clock.now(),
    )
  if (toDelete.some(({ published }) => published !== null)) await notifyViewers(library, tx, content)
}

/** Updates search and playlists after the published subtitles have changed. */
async function notifyViewers(library: Library, tx: Transaction, content: ContentRow): Promise<void> {
  await refreshSubtitleWords(library, tx, content)
  await notifyPlayers(tx, content)
}

type Verb = 'created' | 'updated' | 'published' | 'deleted'

const recordSubtitle = changeRecorder((facts: SubtitleFacts, verb: Verb) => {
  const { id, environmentId, contentId, published } = facts
  const { name, languageCode } = shownOf(facts)
  const status = published === null ? 'draft' : 'published'
  return {
    environmentId,
    object: { type: 'subtitle', id, name },
    event: { type: `video.subtitle.${verb}`, data: { contentId, name, languageCode, status } },
    action: `subtitle.${verb}`,
  }
})

/** The version that users see first. */
function shownOf({ draft, published }: SubtitleFacts): VersionFacts {
  const shown = draft ?? published
  if (shown === null) throw new Error('a subtitle has no version')
  return shown
}

function editableOf({ name, languageCode, closedCaptions, cueCount }: VersionFacts) {
  return { name, languageCode, closedCaptions, cueCount }
}

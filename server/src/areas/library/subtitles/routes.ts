import { libraryCalls as calls, type Subtitle, subtitleFaults } from '@kinora/contract'
import type { ParsedSubtitles } from '@kinora/media'
import { can } from '../../../platform/auth.ts'
import { attachmentNamed } from '../../../platform/http/attachment.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import { getContent } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import {
  previewSubtitleFile,
  readSubtitleFile,
  readSubtitleText,
  writeSubtitleFile,
} from './subtitle-files.ts'
import { getSubtitle, getVersion, listSubtitles, type SubtitleFacts, subtitleView } from './subtitle-view.ts'
import { createSubtitle, deleteSubtitle, publishSubtitles, updateSubtitle } from './subtitles.ts'

export function subtitleRoutes(server: HttpServer, library: Library): void {
  const { db } = library

  route(server, calls.listSubtitles, async ({ params, caller }) => {
    await getContent(db, caller.scope.environmentId, params.id)
    return { items: (await listSubtitles(db, caller.scope.environmentId, params.id)).map(subtitleView) }
  })
  route(server, calls.createSubtitle, async ({ params, body, caller }) => {
    await getContent(db, caller.scope.environmentId, params.id)
    const parsed = body.text === undefined ? null : readSubtitleText(body.text, 'srt', 'text')
    return readView(await createSubtitle(library, caller, params.id, body, parsed), parsed)
  })
  route(server, calls.uploadSubtitle, async ({ params, body, caller }) => {
    await getContent(db, caller.scope.environmentId, params.id)
    const parsed = readSubtitleFile(body.fileName, body.file, body)
    return readView(await createSubtitle(library, caller, params.id, body, parsed), parsed)
  })
  route(server, calls.previewSubtitle, async ({ params, body, caller }) => {
    await getContent(db, caller.scope.environmentId, params.id)
    return previewSubtitleFile(body.file, body)
  })
  route(server, calls.publishSubtitles, ({ params, body, caller }) => {
    const { right } = calls.deleteSubtitle
    if (body.subtitlesToDelete.length > 0 && !can(caller.scope.grants, right)) throw problem('forbidden')
    return publishSubtitles(library, caller, params.id, body)
  })
  route(server, calls.getSubtitle, async ({ params, query, caller }) => {
    const facts = await openSubtitle(library, caller.scope.environmentId, params)
    const { state, cues } = await getVersion(db, facts, query.version)
    return { ...subtitleView(facts), version: state, cues: [...cues] }
  })
  route(server, calls.updateSubtitle, async ({ params, body, caller }) =>
    subtitleView(await updateSubtitle(library, caller, params.id, params.subtitleId, body)),
  )
  route(server, calls.deleteSubtitle, async ({ params, query, caller }) => {
    await deleteSubtitle(library, caller, params.id, params.subtitleId, query.draftOnly)
    return undefined
  })
  route(server, calls.downloadSubtitle, async ({ params, query, reply, caller }) => {
    const facts = await openSubtitle(library, caller.scope.environmentId, params)
    const version = await getVersion(db, facts, query.version)
    const type = query.format === 'vtt' ? 'text/vtt' : 'application/x-subrip'
    reply
      .type(`${type}; charset=utf-8`)
      .header('content-disposition', attachmentNamed(`${version.name}.${query.format}`))
      .send(writeSubtitleFile(version, query.format))
    return undefined
  })
}

/** @throws problem not-found */
async function openSubtitle(
  { db }: Library,
  environmentId: string,
  { id, subtitleId }: { id: string; subtitleId: string },
): Promise<SubtitleFacts> {
  await getContent(db, environmentId, id)
  return getSubtitle(db, environmentId, id, subtitleId)
}

function readView(facts: SubtitleFacts, parsed: ParsedSubtitles | null) {
  const view: Subtitle = subtitleView(facts)
  const faults = (parsed?.faults ?? []).map(({ line, code }) => ({
    line,
    id: code,
    message: subtitleFaults[code],
  }))
  return { ...view, faults }
}

import { libraryCalls as calls, type Subtitle, subtitleFaults } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { can } from '../../../platform/auth.ts'
import { attachmentNamed } from '../../../platform/http/attachment.ts'
import { route } from '../../../platform/http/route.ts'
import { problem } from '../../../platform/problem.ts'
import { getContent } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { contentHandler } from '../sources/content-jobs.ts'
import { extractTexts } from './embedded-texts.ts'
import { textsJob } from './jobs.ts'
import { subtitleTask } from './subtitle-task.ts'
import type { ReadSubtitle } from './subtitle-tasks.ts'
import { getSubtitle, getVersion, listSubtitles, type SubtitleFacts, subtitleView } from './subtitle-view.ts'
import { createSubtitle, deleteSubtitle, publishSubtitles, updateSubtitle } from './subtitles.ts'

export const feature: Feature<Library> = {
  jobs: (library) => [
    // Text tracks are optional: the video is complete without them.
    contentHandler(library, textsJob, extractTexts, async () => undefined),
  ],
  routes(server, library) {
    const { db } = library

    route(server, calls.listSubtitles, async ({ params, caller }) => {
      await getContent(db, caller.scope.environmentId, params.id)
      return { items: (await listSubtitles(db, caller.scope.environmentId, params.id)).map(subtitleView) }
    })
    route(
      server,
      calls.createSubtitle,
      async ({ params, body: { read, ...fields }, caller }) => {
        await getContent(db, caller.scope.environmentId, params.id)
        return readView(await createSubtitle(library, caller, params.id, fields, read), read)
      },
      { prepareBody: subtitleTask('prepareCreation') },
    )
    route(
      server,
      calls.uploadSubtitle,
      async ({ params, body: { read, ...fields }, caller }) => {
        await getContent(db, caller.scope.environmentId, params.id)
        return readView(await createSubtitle(library, caller, params.id, fields, read), read)
      },
      { prepareBody: subtitleTask('prepareUpload') },
    )
    route(
      server,
      calls.previewSubtitle,
      async ({ params, body, caller }) => {
        await getContent(db, caller.scope.environmentId, params.id)
        return body
      },
      { prepareBody: subtitleTask('preparePreview') },
    )
    route(server, calls.publishSubtitles, ({ params, body, caller }) => {
      const { right } = calls.deleteSubtitle
      if (body.subtitlesToDelete.length > 0 && !can(caller.scope.grants, right)) throw problem('forbidden')
      return publishSubtitles(library, caller, params.id, body)
    })
    route(server, calls.getSubtitle, async ({ params, query, reply, caller }) => {
      const facts = await openSubtitle(library, caller.scope.environmentId, params)
      const { state, cues } = await getVersion(db, facts, query.version)
      const { id, ...view } = subtitleView(facts)
      const head = JSON.stringify({ ...view, version: state })
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"id":"${id}","cues":${cues},${head.slice(1)}`)
    })
    route(
      server,
      calls.updateSubtitle,
      async ({ params, body, caller }) =>
        subtitleView(await updateSubtitle(library, caller, params.id, params.subtitleId, body)),
      { prepareBody: subtitleTask('prepareUpdate') },
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
        .send(
          await library.workers.run(subtitleTask('writeSubtitleFile'), {
            track: version,
            format: query.format,
          }),
        )
      return undefined
    })
  },
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

function readView(facts: SubtitleFacts, read: ReadSubtitle | null) {
  const view: Subtitle = subtitleView(facts)
  const faults = (read?.faults ?? []).map(({ line, code }) => ({
    line,
    id: code,
    message: subtitleFaults[code],
  }))
  return { ...view, faults }
}

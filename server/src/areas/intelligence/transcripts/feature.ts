import { intelligenceCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { attachmentNamed } from '../../../platform/http/attachment.ts'
import { route } from '../../../platform/http/route.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Intelligence } from '../intelligence.ts'
import { transcribeJob } from '../runs/jobs.ts'
import { runOf } from '../runs/run-of.ts'
import { createSubtitle, writeTranscript } from './exports.ts'
import { publishedSubtitles } from './from-subtitles.ts'
import { indexOutdated } from './passages.ts'
import { mergeSentence, splitSentence } from './sentences.ts'
import { failTranscribing, transcribeVideo } from './transcribing.ts'
import { getTranscript, updateTranscript } from './transcripts.ts'

export const feature: Feature<Intelligence> = {
  subscriptions: (intelligence) => [publishedSubtitles(intelligence)],
  sweeps: (intelligence) => ({ 'intelligence.passages': () => indexOutdated(intelligence) }),
  jobs: (intelligence) => [
    defineHandler({
      definition: transcribeJob,
      run: (input, context) =>
        transcribeVideo(intelligence, runOf(input, context), context, input.misses ?? 0),
      failed: (input, error, tenant) => failTranscribing(intelligence, runOf(input, tenant), error),
    }),
  ],
  routes(server, intelligence) {
    route(server, calls.getTranscript, async ({ params, caller }) =>
      getTranscript(intelligence.db, await intelligence.library.findVideo(caller.scope, params.id)),
    )
    route(server, calls.updateTranscript, async ({ params, body, caller }) => {
      const content = await intelligence.library.findVideo(caller.scope, params.id)
      return updateTranscript(intelligence, caller, content, body)
    })
    route(server, calls.splitSentence, async ({ params, body, caller }) => {
      const content = await intelligence.library.findVideo(caller.scope, params.id)
      return splitSentence(intelligence, caller, content, params.sentenceId, body)
    })
    route(server, calls.mergeSentence, async ({ params, body, caller }) => {
      const content = await intelligence.library.findVideo(caller.scope, params.id)
      return mergeSentence(intelligence, caller, content, params.sentenceId, body.basedOn)
    })
    route(server, calls.downloadTranscript, async ({ params, query: { format }, reply, caller }) => {
      const content = await intelligence.library.findVideo(caller.scope, params.id)
      const { name, type, text } = await writeTranscript(intelligence.db, content, format)
      reply.type(`${type}; charset=utf-8`).header('content-disposition', attachmentNamed(name)).send(text)
      return undefined
    })
    route(server, calls.createSubtitleFromTranscript, async ({ params, body, caller }) => {
      const content = await intelligence.library.findVideo(caller.scope, params.id)
      return createSubtitle(intelligence, caller, content, body)
    })
  },
}

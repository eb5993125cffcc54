import { intelligenceCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { Intelligence } from '../intelligence.ts'
import { createAiClip, listAiClips, setClipState, updateAiClip } from './ai-clips.ts'
import { publishAiClip } from './publishing.ts'
import { suggestClipsOf } from './suggestions.ts'

export const feature: Feature<Intelligence> = {
  routes(server, intelligence) {
    const { db, library, config } = intelligence
    route(server, calls.listAiClips, async ({ params, query, caller }) =>
      listAiClips(db, await library.findVideo(caller.scope, params.id), query),
    )
    route(server, calls.suggestAiClips, ({ params, body, caller }) =>
      suggestClipsOf(intelligence, caller, params.id, body),
    )
    route(server, calls.createAiClip, ({ params, body, caller }) =>
      createAiClip(intelligence, caller, params.id, body),
    )
    route(server, calls.updateAiClip, ({ params: { id, clipId }, body, caller }) =>
      updateAiClip(intelligence, caller, id, clipId, body),
    )
    route(server, calls.highlightAiClip, ({ params: { id, clipId }, caller }) =>
      setClipState(intelligence, caller, id, clipId, 'highlight'),
    )
    route(server, calls.archiveAiClip, ({ params: { id, clipId }, caller }) =>
      setClipState(intelligence, caller, id, clipId, 'archived'),
    )
    route(server, calls.publishAiClip, ({ params: { id, clipId }, request, caller }) =>
      publishAiClip(intelligence, caller, id, clipId, originOf(request, config)),
    )
  },
}

import type { Cases, MakeCase, Tenant } from '../../../contract/test-case.ts'
import { newTranscript } from '../../../testing/transcripts.ts'

/** A clip of a new video. */
async function newClip({ owner, video }: Tenant) {
  const id = await video()
  const body = { start: 0, end: 0.5, title: 'The goal' }
  const { id: clipId } = await owner.call('createAiClip', { params: { id }, body })
  return { id, clipId }
}

const onClip: MakeCase = async (tenant) => ({ params: await newClip(tenant) })

export const cases: Cases = {
  listAiClips: ({ content }) => ({
    params: { id: content.id },
    query: { state: 'suggested', pageNum: '1', pageSize: '12' },
  }),
  suggestAiClips: async (tenant) => ({
    params: { id: (await newTranscript(tenant)).contentId },
    body: { length: 30, count: 5 },
  }),
  createAiClip: ({ content }) => ({
    params: { id: content.id },
    body: { start: 0, end: 0.5, title: 'The goal' },
  }),
  updateAiClip: async (tenant) => ({
    params: await newClip(tenant),
    body: { start: 0.1, end: 0.6, title: 'The second goal', state: 'suggested' },
  }),
  highlightAiClip: onClip,
  archiveAiClip: onClip,
  publishAiClip: onClip,
}

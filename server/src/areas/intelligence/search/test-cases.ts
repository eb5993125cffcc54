import { SKETCH_BYTES, SKETCH_SIGNS } from '@kinora/media'
import type { Cases, Tenant } from '../../../contract/test-case.ts'
import { newPersonSeen } from '../../../testing/intelligence/people.ts'

/** Stores the only scene of a new video, as an analysis does. @returns the ID of the video */
async function newSketchedVideo({ owner, sql, video }: Tenant): Promise<string> {
  const contentId = await video()
  await sql(
    `INSERT INTO analysis_shots
       (environment_id, content_id, number, scene_id, start_ms, end_ms, rest_ms, sketch, signs, sketch_version)
     VALUES ($1, $2, 0, gen_random_uuid(), 0, 900, 300, $3, $4, 1)`,
    [owner.environmentId, contentId, Buffer.alloc(SKETCH_BYTES), '0'.repeat(SKETCH_SIGNS)],
  )
  return contentId
}

export const cases: Cases = {
  searchMoments: async (tenant) => ({
    body: {
      phrase: 'weather',
      language: 'en',
      assetCollectionUUID: tenant.collection.id,
      people: [(await newPersonSeen(tenant)).personId],
      objects: ['car'],
    },
    passesOver: ['body.people.0'],
    alternative: { body: { like: { contentId: await newSketchedVideo(tenant), at: 0.5 } } },
  }),
  listSeenObjects: () => ({}),
}

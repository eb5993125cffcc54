import { libraryCalls as calls, standardProfileId } from '@kinora/contract'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import { watermarkKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { encodingCapabilities } from './encoding-capabilities.ts'
import { profileOf, profilesOf, profileView, profileViews } from './encoding-profile-view.ts'
import { createProfile, deleteProfile, makeDefaultProfile, updateProfile } from './encoding-profiles.ts'

export function encodingProfileRoutes(server: HttpServer, library: Library): void {
  const { db, storage } = library

  route(server, calls.listEncodingProfiles, async ({ scope: { environmentId } }) => ({
    items: profileViews(environmentId, await profilesOf(db, environmentId)),
  }))
  route(server, calls.listProfileChoices, async ({ scope: { environmentId } }) => {
    const all = profileViews(environmentId, await profilesOf(db, environmentId))
    return { items: all.map(({ id, name, builtIn, isDefault }) => ({ id, name, builtIn, isDefault })) }
  })
  route(server, calls.getEncodingCapabilities, async () => encodingCapabilities(library))
  route(server, calls.createEncodingProfile, ({ body, actor, scope }) =>
    createProfile(library, { actor, scope }, body),
  )
  route(server, calls.getEncodingProfile, async ({ params, scope: { environmentId } }) => {
    if (params.id !== standardProfileId) return profileView(await profileOf(db, environmentId, params.id))
    const [standard] = profileViews(environmentId, await profilesOf(db, environmentId))
    if (standard === undefined) throw problem('not-found')
    return standard
  })
  route(server, calls.updateEncodingProfile, ({ params, body, actor, scope }) =>
    updateProfile(library, { actor, scope }, params.id, body),
  )
  route(server, calls.deleteEncodingProfile, async ({ params, actor, scope }) => {
    await deleteProfile(library, { actor, scope }, params.id)
    return undefined
  })
  route(server, calls.makeDefaultEncodingProfile, ({ params, actor, scope }) =>
    makeDefaultProfile(library, { actor, scope }, params.id),
  )
  route(server, calls.getProfileWatermark, async ({ params, scope: { environmentId }, reply }) => {
    const { watermarkId } = await profileOf(db, environmentId, params.id)
    const picture = watermarkId === null ? null : await storage.read(watermarkKey(environmentId, watermarkId))
    if (picture === null) throw problem('not-found')
    reply.type('image/png').send(picture)
    return undefined
  })
}

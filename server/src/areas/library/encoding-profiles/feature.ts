import { libraryCalls as calls, standardProfileId } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { problem } from '../../../platform/problem.ts'
import { watermarkKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { encodingCapabilities } from './encoding-capabilities.ts'
import { getProfile, listProfiles, profileView, profileViews } from './encoding-profile-view.ts'
import { createProfile, deleteProfile, makeDefaultProfile, updateProfile } from './encoding-profiles.ts'

export const feature: Feature<Library> = {
  routes(server, library) {
    const { db, storage } = library

    route(
      server,
      calls.listEncodingProfiles,
      async ({
        caller: {
          scope: { environmentId },
        },
      }) => ({
        items: profileViews(environmentId, await listProfiles(db, environmentId)),
      }),
    )
    route(
      server,
      calls.listProfileChoices,
      async ({
        caller: {
          scope: { environmentId },
        },
      }) => {
        const all = profileViews(environmentId, await listProfiles(db, environmentId))
        return { items: all.map(({ id, name, builtIn, isDefault }) => ({ id, name, builtIn, isDefault })) }
      },
    )
    route(server, calls.getEncodingCapabilities, async () => encodingCapabilities(library))
    route(server, calls.createEncodingProfile, ({ body, caller }) => createProfile(library, caller, body))
    route(
      server,
      calls.getEncodingProfile,
      async ({
        params,
        caller: {
          scope: { environmentId },
        },
      }) => {
        if (params.id !== standardProfileId)
          return profileView(await getProfile(db, environmentId, params.id))
        const [standard] = profileViews(environmentId, await listProfiles(db, environmentId))
        if (standard === undefined) throw problem('not-found')
        return standard
      },
    )
    route(server, calls.updateEncodingProfile, ({ params, body, caller }) =>
      updateProfile(library, caller, params.id, body),
    )
    route(server, calls.deleteEncodingProfile, async ({ params, caller }) => {
      await deleteProfile(library, caller, params.id)
      return undefined
    })
    route(server, calls.makeDefaultEncodingProfile, ({ params, caller }) =>
      makeDefaultProfile(library, caller, params.id),
    )
    route(
      server,
      calls.getProfileWatermark,
      async ({
        params,
        caller: {
          scope: { environmentId },
        },
        reply,
      }) => {
        const { watermarkId } = await getProfile(db, environmentId, params.id)
        const image =
          watermarkId === null ? null : await storage.read(watermarkKey(environmentId, watermarkId))
        if (image === null) throw problem('not-found')
        reply.type('image/png').send(image)
        return undefined
      },
    )
  },
}

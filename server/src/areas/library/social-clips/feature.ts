import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { loadContentView } from '../contents/contents.ts'
import { failContent } from '../contents/states.ts'
import type { Library } from '../library.ts'
import { contentHandler } from '../sources/content-jobs.ts'
import { socialClipJob } from './jobs.ts'
import { createSocialClip, socialClipCapabilities } from './social-clips.ts'
import { makeSocialClip } from './social-rendering.ts'

export const feature: Feature<Library> = {
  jobs: (library) => [contentHandler(library, socialClipJob, makeSocialClip, failContent)],
  routes(server, library) {
    route(server, calls.createSocialClip, async ({ body, request, caller }) =>
      loadContentView(
        library,
        await createSocialClip(library, caller, body),
        originOf(request, library.config),
      ),
    )
    route(server, calls.getSocialClipOptions, async () => socialClipCapabilities(library))
  },
}

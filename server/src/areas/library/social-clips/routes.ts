import { libraryCalls as calls } from '@kinora/contract'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { loadContentView } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { createSocialClip, socialClipCapabilities } from './social-clips.ts'

export function socialClipRoutes(server: HttpServer, library: Library): void {
  route(server, calls.createSocialClip, async ({ body, request, caller }) =>
    loadContentView(
      library,
      await createSocialClip(library, caller, body),
      originOf(request, library.config),
    ),
  )
  route(server, calls.getSocialClipOptions, async () => socialClipCapabilities(library))
}

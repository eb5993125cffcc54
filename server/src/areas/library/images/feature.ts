import type { Feature } from '../../../platform/area.ts'
import { failImages } from '../contents/states.ts'
import type { Library } from '../library.ts'
import { contentHandler } from '../sources/content-jobs.ts'
import { generateImages } from './images.ts'
import { imagesJob } from './jobs.ts'

export const feature: Feature<Library> = {
  jobs: (library) => [
    contentHandler(
      library,
      imagesJob,
      (_library, content, workspace, { isRetry }, { sourceId }) =>
        generateImages(library, { ...content, sourceId }, isRetry, workspace),
      (_library, content, reason, { sourceId }) => failImages(library, { ...content, sourceId }, reason),
    ),
  ],
}
